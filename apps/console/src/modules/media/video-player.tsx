import { uploadCalls, type MediaItem, type RequestOf } from '@eyrie/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import { sizeText } from '../../platform/size-text.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { OtherWays, Undecoded } from './playback-copy.tsx';
import { usePlayback } from './playback.queries.ts';

/** Seconds of a step: aircraft record thirty pictures a second. */
const step = 1 / 30;
const speeds = [0.25, 0.5, 1, 2, 4] as const;
const quality = 0.95;

/** The picture that a video shows now, as a JPEG. */
const pictureOf = (video: HTMLVideoElement): Promise<Blob> => {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be made'))),
      'image/jpeg',
      quality,
    );
  });
};

/** Keeps what a video shows now as a photo of its own, named by its moment. */
const useSnapshot = (media: MediaItem, video: RefObject<HTMLVideoElement | null>) => {
  const client = useQueryClient();
  const text = useText();
  return useMutation({
    mutationFn: async () => {
      if (!video.current) return;
      const moment = video.current.currentTime.toFixed(2).replace('.', '_');
      const name = `${media.name.replace(/\.[^.]*$/, '').slice(0, 200)}_${moment}.jpg`;
      const file = new File([await pictureOf(video.current)], name, { type: 'image/jpeg' });
      await call(uploadCalls.whole, { file } as unknown as RequestOf<typeof uploadCalls.whole>);
    },
    onSuccess: async () => {
      showToast('success', text('media.snapshotSaved'));
      await client.invalidateQueries({ queryKey: ['media'] });
    },
  });
};

const moveBy = (video: HTMLVideoElement | null, by: number): void => {
  if (!video) return;
  video.pause();
  video.currentTime = Math.max(0, video.currentTime + by);
};
const playAt = (video: HTMLVideoElement | null, speed: number): void => {
  if (video) video.playbackRate = speed;
};

function VideoTools({
  media,
  video,
}: {
  media: MediaItem;
  video: RefObject<HTMLVideoElement | null>;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const [speed, setSpeed] = useState<number>(1);
  const snapshot = useSnapshot(media, video);
  return (
    <p className="media-video-tools">
      <Button size="small" onClick={() => moveBy(video.current, -step)}>
        {text('media.frameBack')}
      </Button>{' '}
      <Button size="small" onClick={() => moveBy(video.current, step)}>
        {text('media.frameForward')}
      </Button>{' '}
      <Select<number>
        size="small"
        aria-label={text('media.speed')}
        value={speed}
        options={speeds.map((value) => ({
          value,
          label: text('media.zoomBy', { times: figures.amount(value, undefined, 2) }),
        }))}
        onChange={(value) => {
          setSpeed(value);
          playAt(video.current, value);
        }}
      />{' '}
      <Allowed call={uploadCalls.whole}>
        <Button size="small" loading={snapshot.isPending} onClick={() => snapshot.mutate()}>
          {text('media.snapshot')}
        </Button>
      </Allowed>
    </p>
  );
}

type Fault = 'format' | 'network';

interface PlayedProps {
  media: MediaItem;
  /** Address of the video, or of its copy. */
  url: string;
  onVideo: (video: HTMLVideoElement | null) => void;
  onFault: (fault: Fault) => void;
}

function Played({ media, url, onVideo, onFault }: PlayedProps): ReactNode {
  const video = useRef<HTMLVideoElement>(null);
  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- aircraft record no speech */}
      <video
        ref={(element) => {
          video.current = element;
          onVideo(element);
        }}
        className="media-viewer-picture"
        src={url}
        controls
        preload="metadata"
        title={media.name}
        onLoadedMetadata={({ currentTarget }) => {
          // Sound alone is played of what a browser cannot decode.
          if (currentTarget.videoWidth === 0) onFault('format');
        }}
        onError={({ currentTarget }) =>
          onFault(currentTarget.error?.code === MediaError.MEDIA_ERR_NETWORK ? 'network' : 'format')
        }
      />
      <VideoTools media={media} video={video} />
    </div>
  );
}

/** The video did not come, whole or in part. */
function Broken({ media, onRetry }: { media: MediaItem; onRetry: () => void }): ReactNode {
  const text = useText();
  return (
    <div className="media-none" role="alert">
      <p>{text('media.videoFault.network')}</p>
      <OtherWays media={media} onRetry={onRetry} />
    </div>
  );
}

/**
 * A video with steps, speed and snapshots. Where this browser cannot decode it: its copy, and that it is one; else the reason, the
 * download and the way to a copy.
 */
export function VideoPlayer({
  media,
  onVideo,
}: {
  media: MediaItem;
  /** The element that plays; null: it is gone. */
  onVideo: (video: HTMLVideoElement | null) => void;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const [fault, setFault] = useState<Fault | null>(null);
  const [copyFault, setCopyFault] = useState<Fault | null>(null);
  const copy = usePlayback(media.oid, fault === 'format');
  const url = copy.data?.url ?? null;
  if (fault === null)
    return <Played key="video" media={media} url={media.url} onVideo={onVideo} onFault={setFault} />;
  if (fault === 'network') return <Broken media={media} onRetry={() => setFault(null)} />;
  if (copyFault === 'network') return <Broken media={media} onRetry={() => setCopyFault(null)} />;
  if (url === null || copyFault !== null)
    return (
      <Undecoded
        media={media}
        answer={copy}
        copyFailed={copyFault !== null}
        onRetry={() => {
          setFault(null);
          setCopyFault(null);
        }}
      />
    );
  return (
    <div>
      <Played key="copy" media={media} url={url} onVideo={onVideo} onFault={setCopyFault} />
      <p className="media-none" role="status">
        {text('media.playback.shown', { size: sizeText(copy.data?.size ?? null, figures, text) })}
      </p>
    </div>
  );
}
