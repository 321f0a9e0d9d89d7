/** What stands in the book of devices beside docks. */
export const deviceKinds = ['drone', 'battery', 'gimbal', 'remoteController', 'robot'] as const;
export type DeviceKind = (typeof deviceKinds)[number];
