// Where Xcode and Gradle expect the script of an app to begin.
// oxlint-disable-next-line import/no-unassigned-import
import './src/index.native.tsx';
