import {
  limits,
  type ConnectionNeed,
  type ReachScope,
  type ResponseOf,
  type connectionCalls,
} from '@eyrie/domain';

type Reach = ResponseOf<typeof connectionCalls.reach>;
type Judged = Pick<ConnectionNeed, 'state' | 'reason'>;

/** What a real dock is given by this server. */
export interface DockSettings {
  /** The broker is the embedded one, which reports who signs in. */
  watched: boolean;
  /** Id, key and licence of the app stand in the settings. */
  licensed: boolean;
  ntpHost: string;
  /** Where docks push their pictures to; null: this server takes none. */
  videoUrl: string | null;
  /** Docks are ordered to send pictures by WHIP instead, to the address of the pages. */
  byWhip: boolean;
}

export interface NeedsDependencies extends Pick<
  DockSettings,
  'licensed' | 'ntpHost' | 'videoUrl' | 'byWhip'
> {
  brokerUrl: string;
  publicUrl: string;
  reach(address: string): Promise<Reach>;
  /** Clock of a time server minus that of this one, ms; null: it does not answer. */
  clockOffset(host: string): Promise<number | null>;
}

/** An address that only this machine hears leads no dock here. */
const byScope: Readonly<Record<ReachScope, ConnectionNeed['state']>> = {
  machine: 'missing',
  network: 'attention',
  world: 'fine',
};

const checkReach = ({ reached, scope, fault }: Reach): Judged =>
  reached
    ? { state: byScope[scope], reason: scope }
    : // Some networks do not lead from a machine to its own public address.
      {
        state: scope === 'world' && fault === 'timeout' ? 'attention' : 'missing',
        reason: fault ?? 'failed',
      };

const checkOffset = (offset: number | null): Judged => {
  // The dock asks the time server itself, from its own network.
  if (offset === null) return { state: 'attention', reason: 'timeout' };
  return Math.abs(offset) > limits.dock.clockDifference
    ? { state: 'missing', reason: 'clockOff' }
    : { state: 'fine', reason: 'answers' };
};

const byHand = (need: ConnectionNeed['need']): ConnectionNeed => ({
  need,
  state: 'notChecked',
  reason: 'byHand',
  value: null,
  setting: null,
});

const atAddress = (need: ConnectionNeed['need'], reach: Reach | null, setting: string): ConnectionNeed =>
  reach === null ? byHand(need) : { need, ...checkReach(reach), value: reach.address, setting };

/** Whether a licence is accepted only the dock finds out. */
const licence = (licensed: boolean): ConnectionNeed => ({
  need: 'licence',
  state: licensed ? 'notChecked' : 'missing',
  reason: licensed ? 'set' : 'notSet',
  value: null,
  setting: 'EYRIE_DJI_APP_ID, EYRIE_DJI_APP_KEY, EYRIE_DJI_APP_LICENSE',
});

const encryption = (brokerUrl: string): ConnectionNeed => {
  const encrypted = /^(?:mqtts|ssl|wss):/.test(brokerUrl);
  return {
    need: 'encryption',
    state: encrypted ? 'fine' : 'attention',
    reason: encrypted ? 'encrypted' : 'plain',
    value: null,
    setting: 'EYRIE_TLS_CERT, EYRIE_TLS_KEY',
  };
};

/** What a dock needs before it can come, each looked at now; what this server cannot look at says so. */
export const connectionNeedsNow = async (deps: NeedsDependencies): Promise<ConnectionNeed[]> => {
  const { brokerUrl, publicUrl, videoUrl, ntpHost } = deps;
  const [broker, pages, video, offset] = await Promise.all([
    deps.reach(brokerUrl),
    deps.reach(publicUrl),
    videoUrl === null || deps.byWhip ? Promise.resolve(null) : deps.reach(videoUrl),
    deps.clockOffset(ntpHost),
  ]);
  return [
    licence(deps.licensed),
    atAddress('brokerAddress', broker, 'EYRIE_PUBLIC_MQTT_URL'),
    encryption(brokerUrl),
    atAddress('publicAddress', pages, 'EYRIE_PUBLIC_URL'),
    deps.byWhip
      ? atAddress('videoAddress', pages, 'EYRIE_PUBLIC_URL')
      : atAddress('videoAddress', video, 'EYRIE_PUBLIC_RTMP_URL'),
    { need: 'timeServer', ...checkOffset(offset), value: ntpHost, setting: 'EYRIE_NTP_HOST' },
    byHand('dock'),
    byHand('controller'),
  ];
};
