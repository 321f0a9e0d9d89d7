import { poseDifference, type MediaItem, type SameViewPhoto } from '@eyrie/domain';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { Form, Select } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { PictureCompare } from '../../platform/compare/picture-compare.tsx';
import { useFigures } from '../../platform/figures.ts';
import { usePictureSize } from '../../platform/picture-size.ts';
import { useText } from '../../platform/text.tsx';
import { useSameView } from './media.queries.ts';

/** Of which flight a photo is, as far as that is known. */
const sourceOf = ({ taskName, dockName, name }: SameViewPhoto): string => {
  const source = [taskName, dockName].filter((one) => one !== null).join(' · ');
  return source === '' ? name : source;
};

function Pair({ one, other }: { one: SameViewPhoto; other: SameViewPhoto }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const [older, newer] = one.at <= other.at ? [one, other] : [other, one];
  const [olderSize, newerSize] = [usePictureSize(older.url), usePictureSize(newer.url)];
  const isOneDock = older.dockOID === newer.dockOID;
  // Heights above two places of take-off are not one scale.
  const pose = isOneDock ? newer.pose : { ...newer.pose, height: null };
  const { metres, heading, pitch } = poseDifference(older.pose, pose);
  const shown = (value: number | null, unit: 'm' | '°'): string =>
    value === null ? '–' : figures.amount(value, unit, 1);
  const named = (id: 'media.olderOf' | 'media.newerOf', photo: SameViewPhoto): string =>
    text(id, { time: figures.time(photo.at), source: sourceOf(photo) });
  return (
    <>
      <Loaded state={loadStateOf(olderSize, newerSize)}>
        {() =>
          olderSize.data && newerSize.data ? (
            <PictureCompare
              older={{
                url: older.url,
                alt: text('media.olderPhoto'),
                size: olderSize.data,
                caption: named('media.olderOf', older),
              }}
              newer={{
                url: newer.url,
                alt: text('media.newerPhoto'),
                size: newerSize.data,
                caption: named('media.newerOf', newer),
              }}
            />
          ) : null
        }
      </Loaded>
      <p className="media-none">
        {text('workOrder.apart', {
          metres: shown(metres, 'm'),
          heading: shown(heading, '°'),
          pitch: shown(pitch, '°'),
        })}
      </p>
    </>
  );
}

/** A photo and another of the same place and view at another date, the nearest older one first. */
export function ComparePhotos({ media }: { media: MediaItem }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const id = useId();
  const found = useSameView(media.oid);
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = ({ photo, known, list, more }: NonNullable<typeof found.data>): ReactNode => {
    const nearest = list.find(({ at }) => at < photo.at) ?? list.at(-1);
    const other = list.find(({ oid }) => oid === chosen) ?? nearest;
    if (!other)
      return (
        <p className="media-none" role="status">
          {text(known ? 'media.compareNone' : 'media.compareUnknown')}
        </p>
      );
    return (
      <>
        <Form.Item
          label={text('media.compareWith')}
          htmlFor={id}
          layout="vertical"
          extra={more ? text('media.compareMore', { count: figures.amount(list.length) }) : undefined}
        >
          <Select
            id={id}
            value={other.oid}
            onChange={setChosen}
            options={list.map((one) => ({
              value: one.oid,
              label: <bdi>{`${figures.time(one.at)} · ${sourceOf(one)} · ${one.name}`}</bdi>,
            }))}
          />
        </Form.Item>
        <Pair key={other.oid} one={photo} other={other} />
      </>
    );
  };
  return <Loaded state={loadStateOf(found)}>{() => (found.data ? shown(found.data) : null)}</Loaded>;
}
