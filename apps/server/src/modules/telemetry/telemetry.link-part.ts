import type { LinkPart } from '../command/index.ts';
import type { TelemetryPublisher } from './telemetry.publisher.ts';
import type { TelemetryRecorder } from './telemetry.recorder.ts';

interface Needs {
  publisher: Pick<TelemetryPublisher, 'start' | 'stop'>;
  recorder: Pick<TelemetryRecorder, 'timers' | 'flush'>;
}

/** Telemetry: published to consoles, and written beside the path of its messages. */
export const linkPart = ({ publisher, recorder }: Needs) =>
  ({
    timers: recorder.timers,
    start: publisher.start,
    stop: publisher.stop,
    flush: recorder.flush,
  }) satisfies LinkPart;
