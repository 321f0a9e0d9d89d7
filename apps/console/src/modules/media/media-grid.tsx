import { routeCalls, type MediaRecord } from '@eyrie/domain';
import type { PhotoView } from '@eyrie/planner';
import { Icon, Loaded, loadStateOf } from '@eyrie/ui';
import { useMutation } from '@tanstack/react-query';
import { Button, Image } from 'antd';
import type { ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useFlightMedia } from './media.queries.ts';
import { viewOfMedia } from './photo-view.ts';
import './media.css';

type OnView = (view: PhotoView) => void;

/** Plans a route that takes the photo again. */
function SameView({ media, onView }: { media: MediaRecord; onView: OnView }): ReactNode {
  const text = useText();
  const read = useMutation({
    mutationFn: () => viewOfMedia(media),
    onSuccess: onView,
    onError: () => showToast('error', text('planner.photo.unread')),
  });
  return (
    <Allowed call={routeCalls.add}>
      <Button
        size="small"
        icon={<Icon name="route" size={14} />}
        loading={read.isPending}
        aria-label={`${text('planner.photo.again')}: ${media.name}`}
        onClick={() => read.mutate()}
      >
        {text('planner.photo.again')}
      </Button>
    </Allowed>
  );
}

function MediaTile({ media, onView }: { media: MediaRecord; onView: OnView }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const time = media.shotAt ?? media.createdAt;
  return (
    <figure className="media-tile ey-panel">
      {media.kind === 'photo' ? (
        <Image
          src={media.thumbnailUrl ?? media.url}
          preview={{ src: media.url }}
          alt={text('media.open', { name: media.name })}
          width="100%"
          height={96}
          loading="lazy"
        />
      ) : (
        <a className="media-file ey-grid" href={media.url} target="_blank" rel="noreferrer">
          <Icon name={media.kind === 'video' ? 'video' : 'download'} size={28} />
          <span className="ey-hidden">{text('media.open', { name: media.name })}</span>
        </a>
      )}
      <figcaption>
        <bdi title={media.name}>{media.name}</bdi>
        <span>{figures.time(time)}</span>
        {media.kind === 'photo' ? <SameView media={media} onView={onView} /> : null}
      </figcaption>
    </figure>
  );
}

export interface FlightMediaProps {
  flightOID: string;
  /** How many the aircraft announced; null: not known. */
  expected: number | null;
  /** A route to the view of a photo is wanted. */
  onView: OnView;
}

/** What a flight brought home; pictures open large, with the arrow keys from one to the next. */
export function FlightMedia({ flightOID, expected, onView }: FlightMediaProps): ReactNode {
  const media = useFlightMedia(flightOID, expected);
  return (
    <Loaded state={loadStateOf(media)}>
      {() => <Grid list={media.data ?? []} expected={expected} onView={onView} />}
    </Loaded>
  );
}

function Grid({
  list,
  expected,
  onView,
}: Pick<FlightMediaProps, 'expected' | 'onView'> & { list: readonly MediaRecord[] }): ReactNode {
  const text = useText();
  const missing = expected !== null && list.length < expected;
  return (
    <>
      {missing ? (
        <p className="media-none">{text('media.waiting', { received: list.length, expected })}</p>
      ) : null}
      {list.length === 0 && !missing ? <p className="media-none">{text('media.none')}</p> : null}
      <Image.PreviewGroup>
        <div className="media-grid">
          {list.map((media) => (
            <MediaTile key={media.oid} media={media} onView={onView} />
          ))}
        </div>
      </Image.PreviewGroup>
    </>
  );
}
