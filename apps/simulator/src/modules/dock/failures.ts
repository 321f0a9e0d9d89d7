/** What can be made to go wrong. Times are real milliseconds. */
export type Failure =
  | { kind: 'rejectPrepare'; code?: number }
  | { kind: 'rejectExecute'; code?: number }
  | { kind: 'coverFault' }
  | { kind: 'lowBattery'; percent?: number }
  | { kind: 'strongWind'; speed?: number; ms?: number }
  | { kind: 'rain'; level?: 1 | 2 | 3; ms?: number }
  | { kind: 'linkLoss'; ms?: number }
  | { kind: 'networkLoss'; ms?: number }
  /** Any alarm of the dock or its aircraft, until it is taken back with `on: false`. */
  | {
      kind: 'alarm';
      code: string;
      on?: boolean;
      level?: 0 | 1 | 2;
      device?: 'dock' | 'drone';
      module?: number;
      sensorIndex?: number;
    }
  | { kind: 'emergencyStop'; pressed: boolean }
  | { kind: 'clockSkew'; ms: number }
  /** The next reply, of one method if named: never sent, sent twice, under another tid, or late. */
  | { kind: 'dropReply'; method?: string }
  | { kind: 'duplicateReply'; method?: string }
  | { kind: 'wrongTid'; method?: string }
  | { kind: 'lateReply'; method?: string; ms?: number }
  /** The next custom flight areas are not taken, with the reason that a dock gives. */
  | { kind: 'areasFail'; reason?: number }
  /** The next order of remote debugging, of one method if named, breaks with this code. */
  | { kind: 'debugFault'; method?: string; code?: number }
  /** The next upload of log files is refused, ends in the middle without a word, or names a size that is not stored. */
  | { kind: 'logRefused'; code?: number }
  | { kind: 'logStops' }
  | { kind: 'logWrongSize' }
  /** The next sound is refused, is broken when it is looked at, or is never played and nothing is said of it. */
  | { kind: 'soundRefused'; code?: number }
  | { kind: 'soundBroken' }
  | { kind: 'soundStops' }
  /** The next upgrade is refused, its file cannot be fetched or is another one, or it comes back with the old version. */
  | { kind: 'firmwareRefused'; code?: number }
  | { kind: 'firmwareNotFetched' }
  | { kind: 'firmwareBroken' }
  | { kind: 'firmwareStays' }
  /** Something stands in the way of the route. */
  | { kind: 'obstacle' }
  /** The return home is interrupted, with the reason that an aircraft gives. */
  | { kind: 'returnInterrupted'; reason?: number }
  /** The link for sticks breaks off. */
  | { kind: 'drcLoss'; code?: number }
  /** A remote controller takes the aircraft for a while. */
  | { kind: 'takenOver'; ms?: number }
  /** The next live picture is refused with this code. */
  | { kind: 'liveFault'; code?: number }
  /** The last word on the flight is never said. */
  | { kind: 'dropEnd' }
  /** The next conditional task that is ready is not reported so. */
  | { kind: 'readyUnsaid' }
  /** The storage of the dock is full. */
  | { kind: 'storageFull' }
  /** For a while every event and telemetry message comes twice, the second one late by `lateMs`. */
  | { kind: 'duplicateMessages'; ms?: number; lateMs?: number };

export type FailureKind = Failure['kind'];
export const failureKinds = [
  'rejectPrepare',
  'rejectExecute',
  'coverFault',
  'lowBattery',
  'strongWind',
  'rain',
  'linkLoss',
  'networkLoss',
  'alarm',
  'emergencyStop',
  'areasFail',
  'logRefused',
  'logStops',
  'logWrongSize',
  'soundRefused',
  'soundBroken',
  'soundStops',
  'firmwareRefused',
  'firmwareNotFetched',
  'firmwareBroken',
  'firmwareStays',
  'clockSkew',
  'dropReply',
  'duplicateReply',
  'wrongTid',
  'lateReply',
  'dropEnd',
  'readyUnsaid',
  'storageFull',
  'obstacle',
  'returnInterrupted',
  'drcLoss',
  'takenOver',
  'liveFault',
  'debugFault',
  'duplicateMessages',
] as const satisfies readonly FailureKind[];

type Of<K extends FailureKind> = Extract<Failure, { kind: K }>;

/** Failures that wait for their moment. Each is used once. */
export class ArmedFailures {
  private waiting: Failure[] = [];

  add(failure: Failure) {
    this.waiting.push(failure);
  }

  /** The first waiting failure of that kind, taken out; with a method, only one that fits it. */
  take<K extends FailureKind>(kind: K, method?: string): Of<K> | null {
    const fits = (one: Failure) =>
      one.kind === kind && (!('method' in one) || one.method === undefined || one.method === method);
    const found = this.waiting.find(fits);
    if (!found) return null;
    this.waiting = this.waiting.filter((one) => one !== found);
    return found as Of<K>;
  }

  list(): readonly Failure[] {
    return this.waiting;
  }
}
