import { mediaCalls, type MediaItem } from '@eyrie/domain';
import { Dialog, FactList, Icon, Loaded, loadStateOf } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { sizeText } from '../../platform/size-text.ts';
import { useText } from '../../platform/text.tsx';
import { useMediaDetail } from './media.queries.ts';
import { PhotoSays } from './photo-facts.tsx';
import { useReadingText } from './thumbnail.tsx';

/** The file itself, where a browser shows it. */
function Picture({ media }: { media: MediaItem }): ReactNode {
  const text = useText();
  if (media.kind === 'photo')
    return <img className="media-viewer-picture" src={media.url} alt={media.name} />;
  if (media.kind === 'video')
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- aircraft record no speech
      <video
        className="media-viewer-picture"
        src={media.url}
        controls
        preload="metadata"
        title={media.name}
      />
    );
  return <p className="media-none">{text('media.notShown')}</p>;
}

function Facts({ media }: { media: MediaItem }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const detail = useMediaDetail(media.oid);
  const unknown = text('media.unknown');
  const why = useReadingText()(media);
  const { lng, lat, gimbalYaw } = media;
  const { width, height } = media;
  const pixels =
    width === null || height === null
      ? unknown
      : text('media.pixelsOf', { width: figures.amount(width), height: figures.amount(height) });
  const place = lng === null || lat === null ? unknown : `${lat.toFixed(6)}, ${lng.toFixed(6)}`;
  return (
    <Loaded state={loadStateOf(detail)}>
      {() => (
        <>
          {why === null ? null : <p className="media-none">{why}</p>}
          {detail.data?.facts ? <PhotoSays facts={detail.data.facts} /> : null}
          <section aria-label={text('media.saidByDevice')}>
            <h3>{text('media.saidByDevice')}</h3>
            <FactList
              className="list-facts"
              facts={[
                [text('media.task'), <bdi key="task">{media.taskName ?? unknown}</bdi>],
                [text('media.dock'), <bdi key="dock">{media.dockName ?? unknown}</bdi>],
                [text('media.time'), <bdi key="time">{figures.time(media.shotAt)}</bdi>],
                [text('media.received'), <bdi key="received">{figures.time(media.createdAt)}</bdi>],
                [text('media.size'), sizeText(media.size, figures, text)],
                [text('media.pixels'), <bdi key="pixels">{pixels}</bdi>],
                [text('media.place'), <bdi key="place">{place}</bdi>],
                [text('media.height'), figures.height(media.relativeAltitude)],
                [text('media.absolute'), figures.height(media.absoluteAltitude)],
                [text('media.gimbal'), gimbalYaw === null ? unknown : `${figures.amount(gimbalYaw)}°`],
                [text('media.drone'), <bdi key="drone">{detail.data?.droneModel ?? unknown}</bdi>],
                [text('media.payload'), <bdi key="payload">{detail.data?.payloadModel ?? unknown}</bdi>],
              ]}
            />
          </section>
        </>
      )}
    </Loaded>
  );
}

export interface MediaViewerProps {
  media: MediaItem;
  previous: string | undefined;
  next: string | undefined;
  onShow: (oid: string) => void;
  onRemove: () => void;
  onClose: () => void;
}

/** One file large, with what is known of it, and the way to the one before and after it. */
export function MediaViewer({
  media,
  previous,
  next,
  onShow,
  onRemove,
  onClose,
}: MediaViewerProps): ReactNode {
  const text = useText();
  const step = (oid: string | undefined, icon: 'back' | 'next', label: 'media.previous' | 'media.next') => (
    <Button
      icon={<Icon name={icon} size={16} />}
      aria-label={text(label)}
      disabled={oid === undefined}
      onClick={() => (oid === undefined ? undefined : onShow(oid))}
    />
  );
  return (
    <Dialog
      open
      width={960}
      title={<bdi>{media.name}</bdi>}
      onClose={onClose}
      footer={
        <>
          <Allowed call={mediaCalls.remove} record={media}>
            <Button danger onClick={onRemove}>
              {text('app.delete')}
            </Button>
          </Allowed>
          <Button href={media.url} download={media.name}>
            {text('media.download')}
          </Button>
          {step(previous, 'back', 'media.previous')}
          {step(next, 'next', 'media.next')}
        </>
      }
    >
      <div className="media-viewer">
        <Picture key={media.oid} media={media} />
        <Facts media={media} />
      </div>
    </Dialog>
  );
}
