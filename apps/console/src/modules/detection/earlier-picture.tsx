import { classNameOf, detectionCalls, type Box, type PictureSize, type SightingRecord } from '@eyrie/domain';
import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useClassWords } from '../../parts.ts';
import { call } from '../../platform/http.ts';
import { PictureCanvas } from '../../platform/picture-canvas.tsx';
import { useText } from '../../platform/text.tsx';
import './defect.css';

type Point = { x: number; y: number };

/** What was seen before where a finding lies, and its defect. */
export const useEarlier = (outcomeOID: string | undefined) =>
  useQuery({
    queryKey: ['detection', 'earlier', outcomeOID],
    queryFn: ({ signal }) =>
      call(detectionCalls.earlierSightings, { oid: outcomeOID ?? '' }, { signal, toast: false }),
    enabled: outcomeOID !== undefined,
  });

const middleOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });
/** Times by which the same thing is larger on the second picture, as far as boxes can say that. */
const largerOn = (from: Box, to: Box): number =>
  Math.min(Math.max(Math.sqrt((to.width * to.height) / (from.width * from.height)), 0.25), 4);

/** An earlier picture of the same place, of which the same is seen as of the one that is reviewed. */
export function EarlierPicture(props: {
  earlier: readonly SightingRecord[];
  /** Of the finding on the picture that is reviewed. */
  box: Box;
  size: PictureSize;
  zoom: number;
  middle: Point | undefined;
  onMove: (middle: Point) => void;
}): ReactNode {
  const { earlier, box, size, zoom, middle, onMove } = props;
  const text = useText();
  const figures = useFigures();
  const words = useClassWords();
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = earlier.find(({ outcomeOID }) => outcomeOID === chosen) ?? earlier[0];
  if (!shown) return null;
  const larger = largerOn(box, shown.box);
  const [here, there] = [middleOf(box), middleOf(shown.box)];
  const now = middle ?? { x: size.width / 2, y: size.height / 2 };
  return (
    <figure className="earlier-picture" aria-label={text('detection.earlier')}>
      <PictureCanvas
        url={shown.url}
        alt={text('detection.earlierOf', { time: figures.time(shown.seenAt) })}
        size={shown.picture}
        boxes={[
          { id: shown.outcomeOID, box: shown.box, name: classNameOf(shown.class, words), look: 'confirmed' },
        ]}
        zoom={(zoom * shown.picture.width) / (size.width * larger)}
        middle={{ x: there.x + (now.x - here.x) * larger, y: there.y + (now.y - here.y) * larger }}
        onMove={({ x, y }) =>
          onMove({ x: here.x + (x - there.x) / larger, y: here.y + (y - there.y) / larger })
        }
      />
      <figcaption>
        {earlier.length > 1 ? (
          <Form.Item label={text('detection.chooseEarlier')} htmlFor={id} layout="vertical">
            <Select
              id={id}
              value={shown.outcomeOID}
              onChange={setChosen}
              options={earlier.map(({ outcomeOID, seenAt, name }) => ({
                value: outcomeOID,
                label: <bdi>{`${figures.time(seenAt)} · ${name}`}</bdi>,
              }))}
            />
          </Form.Item>
        ) : (
          text('detection.earlierOf', { time: figures.time(shown.seenAt) })
        )}
      </figcaption>
    </figure>
  );
}
