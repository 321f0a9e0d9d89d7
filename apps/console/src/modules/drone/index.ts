export { DroneFacts } from './drone-facts.tsx';
export { droneNow, droneNowOf, type DroneNow } from './drone-look.ts';
export { droneLayerId, startDroneLayer, type DroneLayer } from './drone.layer.ts';
