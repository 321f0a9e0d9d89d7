import type { MediaRecord } from '@eyrie/domain';
import { Icon, Loaded, loadStateOf } from '@eyrie/ui';
import { Image } from 'antd';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { useFlightMedia } from './media.queries.ts';
import './media.css';

function MediaTile({ media }: { media: MediaRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const time = media.shotAt ?? media.createdAt;
  return (
    <figure className="media-tile">
      {media.kind === 'photo' ? (
        <Image
          src={media.url}
          alt={text('media.open', { name: media.name })}
          width="100%"
          height={96}
          loading="lazy"
        />
      ) : (
        <a className="media-file" href={media.url} target="_blank" rel="noreferrer">
          <Icon name={media.kind === 'video' ? 'video' : 'download'} size={28} />
          <span className="ey-hidden">{text('media.open', { name: media.name })}</span>
        </a>
      )}
      <figcaption>
        <bdi title={media.name}>{media.name}</bdi>
        <span>{figures.time(time)}</span>
      </figcaption>
    </figure>
  );
}

export interface FlightMediaProps {
  flightOID: string;
  /** How many the aircraft announced; null: not known. */
  expected: number | null;
}

/** What a flight brought home; pictures open large, with the arrow keys from one to the next. */
export function FlightMedia({ flightOID, expected }: FlightMediaProps): ReactNode {
  const media = useFlightMedia(flightOID, expected);
  return (
    <Loaded state={loadStateOf(media)}>{() => <Grid list={media.data ?? []} expected={expected} />}</Loaded>
  );
}

function Grid({
  list,
  expected,
}: Pick<FlightMediaProps, 'expected'> & { list: readonly MediaRecord[] }): ReactNode {
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
            <MediaTile key={media.oid} media={media} />
          ))}
        </div>
      </Image.PreviewGroup>
    </>
  );
}
