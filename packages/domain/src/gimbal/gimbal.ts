/** What a payload on a gimbal senses with. */
export const gimbalTypes = [
  'visible',
  'visibleThermal',
  'multispectral',
  'mapping',
  'lidar',
  'other',
] as const;
export type GimbalType = (typeof gimbalTypes)[number];
export const gimbalStates = ['normal', 'abnormal'] as const;
