import { limits } from '@eyrie/domain';
import { mergeProperties, type DeviceMessage } from '@eyrie/dji';
import { droneAirborne, type DockLink } from '../../modules/dock/index.ts';
import type { TelemetryPublisher, TelemetryRecorder } from '../../modules/telemetry/index.ts';
import type { VideoGateway } from '../../modules/video/index.ts';
import type { Clock } from '../../platform/clock.ts';

export interface HeardPropertiesDependencies {
  clock: Clock;
  publisher: TelemetryPublisher;
  recorder: TelemetryRecorder;
  video: VideoGateway;
}

type Source = 'osd' | 'state';

/** What docks and aircraft say of themselves, taken into what is known of them. */
export const createHeardProperties = ({ clock, publisher, recorder, video }: HeardPropertiesDependencies) => {
  /** A sign of life of the dock itself. */
  const heard = (link: DockLink, message: DeviceMessage): void => {
    const wall = clock.wall();
    // What was on its way when the connection ended may come after the broker's word, and does not bring it back.
    if (clock.mono() - link.sessionEndedAt > limits.dock.lastWords) link.session = true;
    link.lastSeenWall = wall;
    if (message.timestamp !== null) link.clockOffset = message.timestamp - wall;
  };

  const ofDock = (link: DockLink, message: DeviceMessage, source: Source): void => {
    heard(link, message);
    const merged = mergeProperties(link.dockSnapshot, message.data, { at: clock.mono(), source });
    link.dockSnapshot = merged.snapshot;
    if (merged.taken.includes('sub_device')) {
      const sub = merged.snapshot.values['sub_device'] as { device_online_status?: unknown };
      if (sub.device_online_status === 1) link.droneInTopology = true;
      if (sub.device_online_status === 0 && link.droneInTopology) {
        link.droneInTopology = false;
        video.droneGone(link);
        publisher.touch(link, 'drone');
      }
    }
    if (source === 'state') video.stated(link, merged.taken);
    publisher.touch(link, 'dock');
    publisher.touch(link, 'presence');
    recorder.noteDock(link, link.lastSeenWall ?? clock.wall());
  };

  const ofDrone = (link: DockLink, message: DeviceMessage, source: Source): void => {
    const wall = clock.wall();
    const merged = mergeProperties(link.droneSnapshot, message.data, { at: clock.mono(), source });
    link.droneSnapshot = merged.snapshot;
    if (source === 'osd' && merged.taken.length > 0) {
      link.droneLastSeenWall = wall;
      link.airborneWhenLastSeen = droneAirborne(link, clock.mono());
    }
    publisher.touch(link, 'drone');
    recorder.noteDrone(link, wall);
  };

  return { heard, ofDock, ofDrone };
};
