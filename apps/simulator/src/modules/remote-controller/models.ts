export interface ControllerModel {
  key: string;
  name: string;
  type: number;
  firmware: string;
  /** Key of the aircraft that is usually flown with it. */
  usualDrone: string;
  /** Seconds that a full battery lasts. */
  ratedSeconds: number;
  /** It takes orders to return home. */
  returns: boolean;
}

export const controllerModels: Readonly<Record<string, ControllerModel>> = {
  '2-174-0': {
    key: '2-174-0',
    name: 'RC Plus 2',
    type: 174,
    firmware: '02.01.0303',
    usualDrone: '0-99-1',
    ratedSeconds: 3.8 * 3600,
    returns: true,
  },
  '2-144-0': {
    key: '2-144-0',
    name: 'RC Pro Enterprise',
    type: 144,
    firmware: '02.02.0102',
    usualDrone: '0-77-1',
    ratedSeconds: 3 * 3600,
    returns: false,
  },
};
