/** What the codes of alarms begin with that are about one part of an aircraft, as a pattern of the database. */
export const componentAlarms = {
  /** Camera and gimbal. */
  payload: '^0x1[cd]',
  battery: '^0x11',
} as const;
