import { Text, View } from 'react-native';

export function HomeScreen() {
  return (
    <View className="bg-blue-500">
      <Text className="text-white">In white on blue</Text>
    </View>
  );
}
