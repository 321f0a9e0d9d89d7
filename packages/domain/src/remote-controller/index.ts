export * from './remote-controller.calls.ts';
