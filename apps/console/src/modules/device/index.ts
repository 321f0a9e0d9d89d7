export { deviceList } from './device-list.tsx';
export { placeOf } from './device-facts.tsx';
