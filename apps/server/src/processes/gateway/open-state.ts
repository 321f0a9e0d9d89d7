import type { HealthItem, OpenAlarms, OpenState } from '@eyrie/domain';
import { openAircraftSnapshot, openDeviceSnapshot } from '@eyrie/dji';
import { clockOffsetOf, droneAirborne, type DockLink } from '../../modules/dock/index.ts';
import type { TelemetryPublisher, TelemetryRecorder } from '../../modules/telemetry/index.ts';

export interface OpenStateDependencies {
  publisher: TelemetryPublisher;
  recorder: TelemetryRecorder;
  droneGone(link: DockLink): void;
}

/** When a message came to this machine, as far as that can be known. */
export interface Receipt {
  /** Monotonic. */
  at: number;
  wall: number;
  /** How long it may have waited for us by then; `at` has it taken off. */
  waited: number;
}

/** Words of a device in every language; what it says in one only stands for the others. */
const everyLanguage = (text: OpenAlarms['list'][number]['text'], code: string): HealthItem['text'] => {
  const any = text.en ?? text['zh-CN'] ?? text.ar ?? code;
  return { 'zh-CN': text['zh-CN'] ?? any, en: text.en ?? any, ar: text.ar ?? any };
};

const alarm = (code: string, level: number, text: HealthItem['text']): HealthItem => ({
  code,
  level,
  text,
  module: null,
  inTheSky: false,
  imminent: false,
  device: 'dock',
  args: {},
});

/** Everything that stands against a device: its alarms, and the fault that its state names. */
export const healthOf = ({ open }: DockLink): HealthItem[] => {
  const fault = open?.state?.fault;
  const alarms = (open?.alarms ?? []).map(({ code, level, text }) =>
    alarm(code, level, everyLanguage(text, code)),
  );
  return fault && alarms.every(({ code }) => code !== fault.code)
    ? [...alarms, alarm(fault.code, 2, everyLanguage({ en: fault.text }, fault.code))]
    : alarms;
};

/** Takes the state that a device of the open contract says whole into what is known of it. */
export const createOpenState = ({ publisher, recorder, droneGone }: OpenStateDependencies) => {
  const ofAircraft = (link: DockLink, state: OpenState, at: number, wall: number): void => {
    const snapshot = link.dock.droneSn === null ? null : openAircraftSnapshot(state, at);
    if (!snapshot) {
      if (!link.droneInTopology) return;
      link.droneInTopology = false;
      droneGone(link);
      publisher.touch(link, 'drone');
      return;
    }
    link.droneInTopology = true;
    link.droneSnapshot = snapshot;
    link.droneLastSeenWall = wall;
    link.airborneWhenLastSeen = droneAirborne(link, at);
    publisher.touch(link, 'drone');
    recorder.recordDrone(link, wall);
  };

  return (link: DockLink, state: OpenState, { at, wall, waited }: Receipt): void => {
    if (!link.open) return;
    const kind = link.dock.kind === 'robot' ? 'robot' : 'dock';
    link.session = true;
    link.lastSeenWall = wall;
    link.clockOffset = clockOffsetOf(state.at, wall, waited);
    link.open.state = state;
    link.open.seq = state.seq;
    link.dockSnapshot = openDeviceSnapshot(kind, state, at);
    if (kind === 'robot') {
      recorder.recordDock(link, wall);
      publisher.touch(link, 'robot');
      return;
    }
    ofAircraft(link, state, at, wall);
    publisher.touch(link, 'dock');
    publisher.touch(link, 'presence');
    recorder.recordDock(link, wall);
  };
};
