import { photoFormats, photoIntervals, videoResolutions, type CaptureState } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { Choice } from './choice.tsx';
import { FactLines } from './fact-lines.tsx';
import { isLacking, PayloadOrder as Order, type Giving } from './payload-order.tsx';

interface Props {
  capture: CaptureState | null;
  giving: Giving;
}

type Words<Name extends string> = [Name, number][];
const formats = Object.entries(photoFormats) as Words<keyof typeof photoFormats>;
const resolutions = Object.entries(videoResolutions) as Words<keyof typeof videoResolutions>;

const nameOf = <Name extends string>(words: Words<Name>, code: number | null): Name | null =>
  words.find(([, one]) => one === code)?.[0] ?? null;

/** How the camera stores pictures, by its own word on the link of sticks. */
function Now({ capture }: Pick<Props, 'capture'>): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (!capture) return <p className="list-hint">{text('capture.unknown')}</p>;
  const format = nameOf(formats, capture.format);
  const resolution = nameOf(resolutions, capture.resolution);
  const { linkedZoom, interval } = capture;
  const linked = linkedZoom === null ? '–' : text(linkedZoom ? 'thermal.on' : 'thermal.off');
  const facts = [
    text('capture.now', {
      format: format ? text(`capture.format.${format}`) : '–',
      resolution: resolution ? text(`capture.resolution.${resolution}`) : '–',
    }),
    linkedZoom === null && interval === null
      ? null
      : text('capture.zoomNow', { linked, interval: figures.amount(interval, text('unit.second'), 1) }),
  ];
  return <FactLines facts={facts} />;
}

/** What the third generation alone has. */
function Format({ capture, giving }: Props): ReactNode {
  const text = useText();
  if (isLacking(giving, 'drc_camera_photo_format_set')) return null;
  return (
    <>
      <Choice<number>
        key={`format ${capture?.format}`}
        label={text('detail.key.photo_format')}
        word={text('capture.setFormat')}
        options={formats.map(([name, value]) => ({ value, label: text(`capture.format.${name}`) }))}
        held={nameOf(formats, capture?.format ?? null) === null ? photoFormats.rjpeg : (capture?.format ?? 7)}
        cmd="drc_camera_photo_format_set"
        fieldsOf={(photo_format) => ({ photo_format })}
        giving={giving}
      />
      <p className="list-hint">{text('capture.formatHint')}</p>
    </>
  );
}

/** What the second generation alone has. */
function OfSecond({ capture, giving }: Props): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (isLacking(giving, 'drc_video_resolution_set')) return null;
  const held = photoIntervals.find((one) => one === capture?.interval) ?? photoIntervals[2];
  return (
    <>
      <Choice<number>
        key={`resolution ${capture?.resolution}`}
        label={text('detail.key.video_resolution')}
        word={text('capture.setResolution')}
        options={resolutions.map(([name, value]) => ({ value, label: text(`capture.resolution.${name}`) }))}
        held={
          capture?.resolution === videoResolutions.fullHd ? videoResolutions.fullHd : videoResolutions.uhd
        }
        cmd="drc_video_resolution_set"
        fieldsOf={(video_resolution) => ({ video_resolution })}
        giving={giving}
      />
      <Choice<number>
        key={`interval ${capture?.interval}`}
        label={text('capture.intervalLabel')}
        word={text('capture.setInterval')}
        options={photoIntervals.map((value) => ({
          value,
          label: figures.amount(value, text('unit.second'), 1),
        }))}
        held={held}
        cmd="drc_interval_photo_set"
        fieldsOf={(interval) => ({ interval })}
        giving={giving}
      />
      <Order cmd="drc_linkage_zoom_set" fields={{ state: true }} giving={giving}>
        {text('capture.linkedOn')}
      </Order>
      <Order cmd="drc_linkage_zoom_set" fields={{ state: false }} giving={giving}>
        {text('capture.linkedOff')}
      </Order>
    </>
  );
}

/** How pictures are stored, as far as it goes over the link of sticks; nothing where a dock lacks all of it. */
export function CapturePart(props: Props): ReactNode {
  const text = useText();
  const { giving } = props;
  if (isLacking(giving, 'drc_camera_photo_format_set') && isLacking(giving, 'drc_video_resolution_set'))
    return null;
  return (
    <div role="group" aria-label={text('capture.title')}>
      <Now capture={props.capture} />
      <Format {...props} />
      <OfSecond {...props} />
    </div>
  );
}
