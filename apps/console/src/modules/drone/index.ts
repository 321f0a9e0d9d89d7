export { DroneFacts } from './drone-facts.tsx';
export { droneLayerId, startDroneLayer, type DroneLayer } from './drone.layer.ts';
