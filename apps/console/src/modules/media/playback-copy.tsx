import { playbackCalls, type MediaItem, type PlaybackCopy } from '@eyrie/domain';
import { Loaded, loadStateOf, type Answer } from '@eyrie/ui';
import { Button, Progress } from 'antd';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useText } from '../../platform/text.tsx';
import { isUnderWay, useChangePlayback } from './playback.queries.ts';
import { nameOf } from './video-says.tsx';

interface CopyProps {
  media: MediaItem;
  copy: PlaybackCopy;
}

function Making({ media, copy }: CopyProps): ReactNode {
  const text = useText();
  const cancel = useChangePlayback(media.oid, 'cancel');
  const percent = Math.floor(copy.progress * 100);
  const words =
    copy.state === 'queued'
      ? text('media.playback.queued')
      : text('media.playback.running', { percent: `${percent} %` });
  return (
    <>
      <p role="status">{words}</p>
      <Progress percent={percent} showInfo={false} aria-label={text('media.playback')} />
      <Allowed call={playbackCalls.cancel} record={copy}>
        <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {text('media.playback.cancel')}
        </Button>
      </Allowed>
    </>
  );
}

/** Why there is none, and how to get one. */
function Missing({ media, copy }: CopyProps): ReactNode {
  const text = useText();
  const make = useChangePlayback(media.oid, 'make');
  const { possible, fault, allowed } = copy;
  const isOffered = allowed.includes('makePlayback');
  return (
    <>
      {fault === null ? null : <p role="alert">{text(`media.playback.fault.${fault}`)}</p>}
      {possible ? null : <p>{text('media.playback.noProgram')}</p>}
      {possible && !isOffered ? <p>{text('media.playback.unread')}</p> : null}
      {isOffered && fault === null ? <p>{text('media.playback.offer')}</p> : null}
      <Allowed call={playbackCalls.make} record={copy}>
        <Button type="primary" loading={make.isPending} onClick={() => make.mutate()}>
          {text('media.playback.make')}
        </Button>
      </Allowed>
    </>
  );
}

/** What is left of a video that does not play: its download, and another try. */
export function OtherWays({ media, onRetry }: { media: MediaItem; onRetry: () => void }): ReactNode {
  const text = useText();
  return (
    <p>
      <Button
        href={media.url}
        download={media.name}
        aria-label={text('media.downloadOf', { name: media.name })}
      >
        {text('media.download')}
      </Button>{' '}
      <Button onClick={onRetry}>{text('app.retry')}</Button>
    </p>
  );
}

/** A video that this browser cannot decode: the reason, the download, and the copy that it would play. */
export function Undecoded({
  media,
  answer,
  copyFailed,
  onRetry,
}: {
  media: MediaItem;
  answer: Answer & { data: PlaybackCopy | undefined };
  /** The copy does not play here either. */
  copyFailed: boolean;
  /** Tries the video itself again: a server that was away answers like one whose video cannot be decoded. */
  onRetry: () => void;
}): ReactNode {
  const text = useText();
  const codec = media.video?.codec ?? null;
  const copy = answer.data;
  return (
    <div className="media-none">
      <p role="alert">
        {codec === null
          ? text('media.videoFault.format')
          : text('media.playback.cannot', { codec: nameOf(codec) })}
      </p>
      {copyFailed ? (
        <p>{text('media.playback.neither')}</p>
      ) : (
        <Loaded state={loadStateOf(answer)}>
          {() => {
            if (!copy) return null;
            const Shown = isUnderWay(copy) ? Making : Missing;
            return <Shown media={media} copy={copy} />;
          }}
        </Loaded>
      )}
      <OtherWays media={media} onRetry={onRetry} />
    </div>
  );
}
