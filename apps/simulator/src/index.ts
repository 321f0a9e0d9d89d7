export * from './modules/dock/index.ts';
export * from './modules/open-device/index.ts';
export {
  startSimulatedController,
  type SimulatedController,
  type SimulatedControllerOptions,
} from './modules/remote-controller/index.ts';
