export interface DroneModel {
  key: string;
  name: string;
  type: number;
  subType: number;
  firmware: string;
  /** A release that its dock no longer goes with. */
  olderFirmware: string;
  camera: string;
  /** Second picture: the FPV camera of the M30, the vision assist view of the others. */
  view: string;
  /** Seconds a full battery lasts. */
  ratedSeconds: number;
  batteries: number;
  maxSpeed: number;
  /** Its camera has a thermal lens. */
  thermal: boolean;
}

const m30: DroneModel = {
  key: '0-67-1',
  name: 'Matrice 30T',
  type: 67,
  subType: 1,
  firmware: '07.01.1004',
  olderFirmware: '07.00.0109',
  camera: '53-0-0',
  view: '39-0-7',
  ratedSeconds: 41 * 60,
  batteries: 2,
  maxSpeed: 15,
  thermal: true,
};
const m3td: DroneModel = {
  ...m30,
  key: '0-91-1',
  name: 'Matrice 3TD',
  type: 91,
  firmware: '10.01.2104',
  olderFirmware: '10.00.1205',
  camera: '81-0-0',
  view: '176-0-0',
  ratedSeconds: 50 * 60,
  batteries: 1,
};
const m4td: DroneModel = {
  ...m3td,
  key: '0-100-1',
  name: 'Matrice 4TD',
  type: 100,
  firmware: '10.01.3202',
  olderFirmware: '10.01.2705',
  camera: '99-0-0',
  ratedSeconds: 54 * 60,
};

const m4t: DroneModel = {
  ...m4td,
  key: '0-99-1',
  name: 'Matrice 4T',
  type: 99,
  firmware: '14.01.0513',
  camera: '89-0-0',
  ratedSeconds: 49 * 60,
};
const m3t: DroneModel = {
  ...m3td,
  key: '0-77-1',
  name: 'Mavic 3T',
  type: 77,
  firmware: '09.01.0507',
  camera: '67-0-0',
  ratedSeconds: 45 * 60,
};

export const droneModels: Readonly<Record<string, DroneModel>> = {
  '0-67-1': m30,
  '0-67-0': { ...m30, key: '0-67-0', name: 'Matrice 30', subType: 0, camera: '52-0-0', thermal: false },
  '0-91-1': m3td,
  '0-91-0': { ...m3td, key: '0-91-0', name: 'Matrice 3D', subType: 0, camera: '80-0-0', thermal: false },
  '0-99-1': m4t,
  '0-77-1': m3t,
  '0-100-1': m4td,
  '0-100-0': { ...m4td, key: '0-100-0', name: 'Matrice 4D', subType: 0, camera: '98-0-0', thermal: false },
};
