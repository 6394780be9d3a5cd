import BottomSheet, { BottomSheetView } from '@gorhom/bottom-sheet';
import { Text } from 'react-native';
import { GestureHandlerRootView } from 'react-native-gesture-handler';

export function HomeScreen() {
  return (
    <GestureHandlerRootView style={{ flex: 1 }}>
      <BottomSheet snapPoints={['50%']} enableDynamicSizing={false}>
        <BottomSheetView>
          <Text>In the sheet</Text>
        </BottomSheetView>
      </BottomSheet>
    </GestureHandlerRootView>
  );
}
