import type { MediaItem, PictureSize } from '@eyrie/domain';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { Button, Form, Select } from 'antd';
import { useId, useMemo, useState, type ReactNode } from 'react';
import type { Carry } from '../../platform/compare/carry.ts';
import { PictureSides, type Side } from '../../platform/compare/picture-sides.tsx';
import { useText } from '../../platform/text.tsx';
import { useSight } from '../../platform/use-sight.ts';
import { carryOfLenses } from './lens-carry.ts';
import { useMediaDetail } from './media.queries.ts';
import { thermalPicture } from './thermal-palette.ts';
import { useTemperatures } from './thermal.queries.ts';
import { shownUrl } from './zoomed-photo.tsx';

const lensOrder = ['wide', 'visable', 'zoom', 'ir', 'narrow_band'] as const;
const orderOf = ({ lens }: MediaItem): number => (lens === null ? lensOrder.length : lensOrder.indexOf(lens));

/** The lens to which another one is set side by side first: infrared to visible, and visible to infrared. */
const usualOther = (media: MediaItem, others: readonly MediaItem[]): MediaItem | undefined => {
  const sorted = others.toSorted((one, two) => orderOf(one) - orderOf(two));
  return (media.lens === 'ir' ? undefined : sorted.find(({ lens }) => lens === 'ir')) ?? sorted[0];
};

interface ShownPhoto {
  url: string;
  size: PictureSize;
}

/** A photo as its side shows it: infrared in colours where its temperatures are known. */
const useSide = (media: MediaItem): ShownPhoto | null => {
  const { data: grid } = useTemperatures(media);
  const coloured = useMemo(() => (grid ? thermalPicture(grid, 'iron') : null), [grid]);
  if (grid && coloured !== null) return { url: coloured, size: { width: grid.width, height: grid.height } };
  const { width, height } = media;
  return width === null || height === null ? null : { url: shownUrl(media), size: { width, height } };
};

function Sides({ older, newer, carry }: { older: Side; newer: Side; carry: Carry }): ReactNode {
  const text = useText();
  const sight = useSight();
  return (
    <div className="compare">
      <div className="ey-flow ey-gap-8">
        <Button onClick={() => sight.by(1.5)}>{text('media.zoomIn')}</Button>
        <Button onClick={() => sight.by(1 / 1.5)}>{text('media.zoomOut')}</Button>
        <Button onClick={sight.fit}>{text('media.zoomWhole')}</Button>
      </div>
      <PictureSides older={older} newer={newer} carry={carry} sight={sight} />
    </div>
  );
}

function Pair({ one, other }: { one: MediaItem; other: MediaItem }): ReactNode {
  const text = useText();
  const [left, right] = [useSide(one), useSide(other)];
  const [leftFacts, rightFacts] = [useMediaDetail(one.oid), useMediaDetail(other.oid)];
  if (!left || !right)
    return (
      <p className="media-none" role="status">
        {text('media.reading.unread')}
      </p>
    );
  const focal = {
    one: leftFacts.data?.facts?.focalLength ?? null,
    other: rightFacts.data?.facts?.focalLength ?? null,
  };
  const side = (media: MediaItem, shown: ShownPhoto): Side => {
    const lens = text(media.lens === null ? 'media.lensUnknown' : `media.lens.${media.lens}`);
    return { ...shown, alt: text('media.lensOf', { lens, name: media.name }), caption: lens };
  };
  // Only photos that were read say that they do not know their focal lengths.
  return (
    <Loaded state={loadStateOf(leftFacts, rightFacts)}>
      {() => (
        <>
          <Sides
            older={side(one, left)}
            newer={side(other, right)}
            carry={carryOfLenses(left.size, right.size, focal)}
          />
          {focal.one === null || focal.other === null ? (
            <p className="media-none">{text('media.lensesEdge')}</p>
          ) : null}
        </>
      )}
    </Loaded>
  );
}

/** A photo beside one that another lens took of the same shot, made larger and moved as one. */
export function LensPair({ media, others }: { media: MediaItem; others: readonly MediaItem[] }): ReactNode {
  const text = useText();
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const other = others.find(({ oid }) => oid === chosen) ?? usualOther(media, others);
  if (!other) return null;
  return (
    <>
      {others.length > 1 ? (
        <Form.Item label={text('media.lensesWith')} htmlFor={id} layout="vertical">
          <Select
            id={id}
            value={other.oid}
            onChange={setChosen}
            options={others.map(({ oid, lens, name }) => ({
              value: oid,
              label: (
                <bdi>{`${text(lens === null ? 'media.lensUnknown' : `media.lens.${lens}`)} · ${name}`}</bdi>
              ),
            }))}
          />
        </Form.Item>
      ) : null}
      <Pair key={other.oid} one={media} other={other} />
    </>
  );
}
