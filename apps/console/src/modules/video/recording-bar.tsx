import { videoCalls, type LiveRecording } from '@eyrie/domain';
import { StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useNow } from '../../platform/clock.ts';
import { useFigures } from '../../platform/figures.ts';
import { OrderButton } from '../../platform/order-button.tsx';
import { serverMoment } from '../../platform/server-time.ts';
import { useText } from '../../platform/text.tsx';
import { useRecordingActs, useRecordings } from './recording.queries.ts';
import type { Picture } from './use-picture.ts';

/** Parts are stored every second: without one for so long nothing arrives, ms. */
const silentAfter = 10_000;

const useWords = () => {
  const text = useText();
  const figures = useFigures();
  const at = useNow();
  return ({ state, startedBy: name, since, lastFrameAt, end }: LiveRecording): string => {
    if (state === 'finishing') return text('video.recording.finishing');
    if (state === 'failed')
      return text('video.recording.failed', { why: text(`video.recording.end.${end ?? 'broken'}`) });
    if (since === null || lastFrameAt === null) return text('video.recording.begins', { name });
    // None is longer than some hours: the day would only push what else stands there out of sight.
    const time = figures.clock(since);
    return serverMoment(at) - lastFrameAt > silentAfter
      ? text('video.recording.waiting', { name, time, last: figures.clock(lastFrameAt) })
      : text('video.recording.running', { name, time });
  };
};

const looks = { running: 'live', finishing: 'attention', failed: 'alarm' } as const;

/** Who records the picture and since when, for everybody who watches it; begun and ended by those who may. */
export function RecordingBar({ picture, running }: { picture: Picture; running: boolean }): ReactNode {
  const text = useText();
  const words = useWords();
  const recordings = useRecordings(picture.oid);
  const { start, stop } = useRecordingActs(picture.oid);
  const videoId = picture.source?.videoId;
  // The newest stands first: what failed before one that runs now is past.
  const shown = recordings?.find((one) => one.videoId === videoId);
  const isRunning = shown?.state === 'running';
  const busy = recordings === undefined || start.isPending || stop.isPending;
  const why = busy ? text('app.loading') : running || isRunning ? null : text('refusal.noStream');
  return (
    <>
      {shown ? (
        <span className="video-recording" role="status">
          <StateSymbol state={looks[shown.state]} word={words(shown)} />
        </span>
      ) : null}
      {shown && isRunning ? (
        <Allowed call={videoCalls.stopRecording}>
          <OrderButton size="small" why={why} onOrder={() => stop.mutate(shown.oid)}>
            {text('video.recordStop')}
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
            {text('video.record')}
          </OrderButton>
        </Allowed>
      )}
    </>
  );
}
