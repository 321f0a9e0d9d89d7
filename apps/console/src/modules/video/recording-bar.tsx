import { videoCalls, type LiveRecording } from '@eyrie/domain';
import { StateSymbol, type DeviceState } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useNow } from '../../platform/clock.ts';
import { useFigures } from '../../platform/figures.ts';
import { OrderButton } from '../../platform/order-button.tsx';
import { serverMoment } from '../../platform/server-time.ts';
import { useText } from '../../platform/text.tsx';
import { useRecordingActs, useRecordings } from './recording.queries.ts';
import { recordingsShown } from './recordings-shown.ts';
import type { Picture } from './use-picture.ts';

/** Parts are stored every second: without one for so long nothing arrives, ms. */
const silentAfter = 10_000;

const useWords = () => {
  const text = useText();
  const figures = useFigures();
  const at = useNow();
  return ({ state, startedBy: name, since, lastFrameAt, end }: LiveRecording): [DeviceState, string] => {
    const why = text(`video.recording.end.${end ?? 'broken'}`);
    if (state === 'finishing') return ['attention', text('video.recording.finishing')];
    if (state === 'failed') return ['alarm', text('video.recording.failed', { why })];
    if (since === null || lastFrameAt === null)
      return ['attention', text('video.recording.begins', { name })];
    // None is longer than some hours: the day would only push what else stands there out of sight.
    const [time, last] = [figures.clock(since), figures.clock(lastFrameAt)];
    if (state === 'ended') return ['attention', text('video.recording.ended', { why, time: last })];
    return serverMoment(at) - lastFrameAt > silentAfter
      ? ['attention', text('video.recording.waiting', { name, time, last })]
      : ['live', text('video.recording.running', { name, time })];
  };
};

function Line({ state, word }: { state: DeviceState; word: string }): ReactNode {
  return (
    <span className="video-recording ey-cut" role="status" title={word}>
      <StateSymbol state={state} word={word} />
    </span>
  );
}

interface RecordingBarProps {
  picture: Picture;
  running: boolean;
  /** Of several pictures; the first also says which cameras are recorded that no picture of the page shows. */
  place: number;
  /** Cameras that other pictures of the page show; undefined: there are none. */
  elsewhere: readonly string[] | undefined;
}

/** Who records the picture and since when, for everybody who watches it; begun and ended by those who may. */
export function RecordingBar({ picture, running, place, elsewhere }: RecordingBarProps): ReactNode {
  const text = useText();
  const words = useWords();
  const { recordings, failed } = useRecordings(picture.oid);
  const { start, stop } = useRecordingActs(picture.oid);
  const videoId = picture.source?.videoId;
  const { own, others } = recordingsShown(recordings ?? [], { videoId, elsewhere: elsewhere ?? [] });
  const isRunning = own?.state === 'running';
  const busy = start.isPending || stop.isPending || (recordings === undefined && !failed);
  const why = busy ? text('app.loading') : running || isRunning ? null : text('refusal.noStream');
  const named = (what: string): string => (place > 1 ? text('video.ofPlace', { what, place }) : what);
  const cameraOf = (id: string): string => {
    const source = picture.sources.find((one) => one.videoId === id);
    return source ? `${text(`video.owner.${source.owner}`)} · ${source.cameraIndex}` : id;
  };
  const line = (one: LiveRecording): ReactNode => {
    const [state, word] = words(one);
    const what =
      one === own ? word : text('video.recording.of', { camera: cameraOf(one.videoId), what: word });
    return <Line key={one.oid} state={state} word={what} />;
  };
  return (
    <>
      {/* What was answered last is not of now, and says nothing of now. */}
      {failed ? <Line state="attention" word={text('video.recording.unknown')} /> : own ? line(own) : null}
      {own && isRunning ? (
        <Allowed call={videoCalls.stopRecording}>
          <OrderButton size="small" why={why} onOrder={() => stop.mutate(own.oid)}>
            {named(text('video.recordStop'))}
          </OrderButton>
        </Allowed>
      ) : (
        <Allowed call={videoCalls.startRecording}>
          <OrderButton
            size="small"
            why={why}
            onOrder={() => {
              if (videoId !== undefined) start.mutate(videoId);
            }}
          >
            {named(text('video.record'))}
          </OrderButton>
        </Allowed>
      )}
      {place > 1 || failed
        ? null
        : others.map((one) => [
            line(one),
            <Allowed key={`stop ${one.oid}`} call={videoCalls.stopRecording}>
              <OrderButton
                size="small"
                why={busy ? text('app.loading') : null}
                onOrder={() => stop.mutate(one.oid)}
              >
                {text('video.recordStopOf', { camera: cameraOf(one.videoId) })}
              </OrderButton>
            </Allowed>,
          ])}
    </>
  );
}
