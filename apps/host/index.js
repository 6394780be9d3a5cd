// The entry file that Xcode and Gradle expect.
// oxlint-disable-next-line import/no-unassigned-import
import './src/index.native.tsx';
