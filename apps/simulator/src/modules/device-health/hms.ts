/** One alarm as a device words it; `domain` 3 the dock's, 0 the aircraft's. */
export interface Alarm {
  code: string;
  level: 0 | 1 | 2;
  domain: 0 | 3;
  imminent: 0 | 1;
  /** Part of the device that reports it; its usual one when not said. */
  module?: number;
  /** 0 the left, the front or the first. */
  sensorIndex?: number;
}

/** The alarms this simulator can raise. */
export const alarms = {
  coverOpening: { code: '0x19110014', level: 2, domain: 3, imminent: 0 },
  wind: { code: '0x19114000', level: 2, domain: 3, imminent: 1 },
  rain: { code: '0x19114800', level: 2, domain: 3, imminent: 1 },
  noVideoLink: { code: '0x17000001', level: 1, domain: 3, imminent: 1 },
  emergencyStop: { code: '0x19111800', level: 2, domain: 3, imminent: 0 },
  lowBattery: { code: '0x1B030014', level: 1, domain: 0, imminent: 0 },
  signalLost: { code: '0x1B030004', level: 1, domain: 0, imminent: 1 },
  strongWind: { code: '0x20020200', level: 1, domain: 0, imminent: 1 },
} as const satisfies Record<string, Alarm>;
export type AlarmName = keyof typeof alarms;

/** As many as a device names in one list. */
const listed = 20;

/** `data` of an hms message: always the complete list, so that a missing code has cleared. */
export const healthList = (
  raised: Iterable<Alarm>,
  domain: 0 | 3,
  deviceType: string,
  inTheSky: boolean,
): { list: unknown[] } => ({
  list: [...raised]
    .filter((alarm) => alarm.domain === domain)
    .slice(0, listed)
    .map((alarm) => ({
      code: alarm.code,
      level: alarm.level,
      module: alarm.module ?? (domain === 3 ? 1 : 3),
      in_the_sky: inTheSky ? 1 : 0,
      imminent: alarm.imminent,
      device_type: deviceType,
      args: { component_index: 0, sensor_index: alarm.sensorIndex ?? 0 },
    })),
});
