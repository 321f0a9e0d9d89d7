import { poseDifference, type Box, type ComparedPicture, type PictureSize } from '@eyrie/domain';
import { Loaded, loadStateOf } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { Place } from '../../platform/compare/carry.ts';
import { PictureSides } from '../../platform/compare/picture-sides.tsx';
import { useFigures } from '../../platform/figures.ts';
import { usePictureSize } from '../../platform/picture-size.ts';
import { useText } from '../../platform/text.tsx';
import { useSight } from '../../platform/use-sight.ts';
import { inverted, mapped, type ShareMap } from './register.ts';
import type { Alignment } from './use-alignment.ts';

const still: ShareMap = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** A place of one picture as it lies on the other, both in pixels as they are stored. */
const carried = (map: ShareMap, { x, y }: Place, from: PictureSize, to: PictureSize): Place => {
  const share = mapped(map, x / from.width, y / from.height);
  return { x: share.x * to.width, y: share.y * to.height };
};

/** The box around the corners of a box as they lie on the other picture. */
const carriedBox = (map: ShareMap, box: Box, from: PictureSize, to: PictureSize): Box => {
  const corners = [box.x, box.x + box.width].flatMap((x) =>
    [box.y, box.y + box.height].map((y) => carried(map, { x, y }, from, to)),
  );
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
};

/** How far the two were taken apart, as far as both say it. */
function Apart({ before, after }: { before: ComparedPicture; after: ComparedPicture }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { metres, heading, pitch } = poseDifference(before.pose, after.pose);
  const shown = (value: number | null, unit: 'm' | '°'): string =>
    value === null ? '–' : figures.amount(value, unit, 1);
  return (
    <p className="ey-hint">
      {text('workOrder.apart', {
        metres: shown(metres, 'm'),
        heading: shown(heading, '°'),
        pitch: shown(pitch, '°'),
      })}
    </p>
  );
}

function Aligned({ alignment, size }: { alignment: Alignment | undefined; size: PictureSize }): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (!alignment) return <p role="status">{text('workOrder.aligning')}</p>;
  const { registered, fault } = alignment;
  if (fault !== null || !registered)
    return (
      <p role="status">
        {text('workOrder.notAligned', { why: text(`workOrder.align.${fault ?? 'failed'}`) })}
      </p>
    );
  return (
    <p role="status">
      {text('workOrder.aligned', {
        points: registered.inliers,
        shift: figures.amount(registered.moved * size.width, '', 0),
      })}
    </p>
  );
}

/** Two pictures of one view; what is seen of the one is seen of the other. */
export function ComparePictures(props: {
  before: ComparedPicture;
  after: ComparedPicture;
  box: Box | null;
  boxName: string;
  alignment: Alignment | undefined;
}): ReactNode {
  const { before, after, box, boxName, alignment } = props;
  const text = useText();
  const figures = useFigures();
  const sight = useSight();
  const [size, later] = [usePictureSize(before.url), usePictureSize(after.url)];
  const map = alignment?.fault === null ? alignment.registered.map : still;
  const larger = alignment?.fault === null ? alignment.registered.scale : 1;
  const shownBox = (one: Box) => [{ id: 'box', box: one, name: boxName, look: 'confirmed' as const }];
  const drawn = (): ReactNode => {
    if (!size.data || !later.data) return null;
    const [own, other] = [size.data, later.data];
    const back = inverted(map) ?? still;
    return (
      <>
        <Aligned alignment={alignment} size={other} />
        <PictureSides
          older={{
            url: before.url,
            alt: text('workOrder.before'),
            size: own,
            boxes: box ? shownBox(box) : [],
            caption: text('workOrder.beforeOf', { time: figures.time(before.at) }),
          }}
          newer={{
            url: after.url,
            alt: text('workOrder.after'),
            size: other,
            boxes: box && alignment?.fault === null ? shownBox(carriedBox(map, box, own, other)) : [],
            caption: text('workOrder.afterOf', { time: figures.time(after.at) }),
          }}
          carry={{
            to: (place) => carried(map, place, own, other),
            back: (place) => carried(back, place, other, own),
            larger,
          }}
          sight={sight}
        />
      </>
    );
  };
  const about = box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return (
    <>
      <div className="ey-flow ey-gap-8">
        <Button onClick={() => sight.by(1.5, about ?? undefined)}>{text('detection.zoomIn')}</Button>
        <Button onClick={() => sight.by(1 / 1.5)}>{text('detection.zoomOut')}</Button>
        <Button onClick={sight.fit}>{text('detection.fit')}</Button>
      </div>
      <Loaded state={loadStateOf(size, later)}>{drawn}</Loaded>
      <Apart before={before} after={after} />
    </>
  );
}
