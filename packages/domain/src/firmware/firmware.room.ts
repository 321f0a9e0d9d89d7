import type { RoomRefusals } from '../room.ts';

export const refusals = {
  firmwareSize: 422,
  firmwareSum: 422,
  firmwareKnown: 409,
  firmwaresFull: 409,
  firmwareInUse: 409,
  firmwareMissing: 409,
  firmwareModel: 409,
  firmwareSame: 409,
  upgradeOpen: 409,
  upgradeBattery: 409,
  upgradeUnsure: 409,
} as const satisfies RoomRefusals;
