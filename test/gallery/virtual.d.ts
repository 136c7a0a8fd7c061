// The type of the module that the build generates from the samples.

declare module 'virtual:sample-calls' {
  const calls: readonly import('./sample-calls.ts').SampleCall[];
  export default calls;
}
