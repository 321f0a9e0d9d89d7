import { Button, Segmented } from 'antd';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useFigures } from '../figures.ts';
import { directionOf, useLanguage } from '../language.ts';
import { useText } from '../text.tsx';
import { useSight } from '../use-sight.ts';
import { canvasesOf, edgeToEdge, PictureSides, type ComparedSides, type Side } from './picture-sides.tsx';
import { clipOf, shareAfter, shareAt } from './swipe.ts';

const modes = ['swipe', 'blink', 'sides'] as const;
type Mode = (typeof modes)[number];

/** How long each of two pictures is shown, ms: far slower than three flashes a second. */
const blinkEvery = 800;
const prefersStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The older picture before an edge and the newer one behind it; the edge is moved by pointer or keys. */
function Swipe(props: ComparedSides): ReactNode {
  const { older, newer } = props;
  const text = useText();
  const figures = useFigures();
  const isRtl = directionOf(useLanguage((state) => state.language)) === 'rtl';
  const [share, setShare] = useState(0.5);
  const area = useRef<HTMLDivElement>(null);
  const shown = canvasesOf(props);
  const follow = ({ buttons, clientX }: PointerEvent): void => {
    if (area.current && buttons === 1)
      setShare(shareAt(clientX, area.current.getBoundingClientRect(), isRtl));
  };
  const press = (event: KeyboardEvent): void => {
    const next = shareAfter(event.key, share, isRtl);
    if (next === null) return;
    // The same arrows lead to other photos where the edge is not held.
    event.preventDefault();
    event.stopPropagation();
    setShare(next);
  };
  return (
    <>
      <div className="compare-captions">
        <span>{older.caption}</span>
        <span>{newer.caption}</span>
      </div>
      <div ref={area} className="compare-stack" role="group" aria-label={text('media.compareMode.swipe')}>
        {shown.older}
        <div className="compare-over" style={{ clipPath: clipOf(share, isRtl) }}>
          {shown.newer}
        </div>
        <div
          className="compare-edge"
          style={{ insetInlineStart: `${share * 100}%` }}
          role="slider"
          tabIndex={0}
          aria-label={text('media.compareEdge')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share * 100)}
          aria-valuetext={text('media.compareEdgeAt', { percent: figures.amount(Math.round(share * 100)) })}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={follow}
          onKeyDown={press}
        />
      </div>
    </>
  );
}

/** One picture in the place of the other, by turns; for those who want nothing to move, only when they say so. */
function Blink(props: ComparedSides): ReactNode {
  const { older, newer } = props;
  const text = useText();
  const [isNewer, setNewer] = useState(false);
  const [runs, setRuns] = useState(() => !prefersStill());
  const shown = canvasesOf(props);
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => setNewer((before) => !before), blinkEvery);
    return () => clearInterval(timer);
  }, [runs]);
  return (
    <>
      <div className="compare-captions">
        <span>{(isNewer ? newer : older).caption}</span>
      </div>
      <div className="compare-stack" role="group" aria-label={text('media.compareMode.blink')}>
        {shown.older}
        <div className="compare-over" style={{ visibility: isNewer ? 'visible' : 'hidden' }}>
          {shown.newer}
        </div>
      </div>
      <div className="compare-tools">
        <Button onClick={() => setRuns((before) => !before)}>
          {text(runs ? 'media.blinkStop' : 'media.blinkStart')}
        </Button>
        <Button
          onClick={() => {
            setRuns(false);
            setNewer((before) => !before);
          }}
        >
          {text('media.blinkOther')}
        </Button>
      </div>
    </>
  );
}

const views = { swipe: Swipe, blink: Blink, sides: PictureSides } as const;

/** Two pictures of one view from edge to edge: swiped, by turns, or side by side, with one sight in all three. */
export function PictureCompare({ older, newer }: { older: Side; newer: Side }): ReactNode {
  const text = useText();
  const [mode, setMode] = useState<Mode>('swipe');
  const sight = useSight();
  const View = views[mode];
  return (
    <div className="compare">
      <div className="compare-tools">
        <Segmented<Mode>
          aria-label={text('media.compareMode')}
          value={mode}
          options={modes.map((one) => ({ value: one, label: text(`media.compareMode.${one}`) }))}
          onChange={setMode}
        />
        <Button onClick={() => sight.by(1.5)}>{text('media.zoomIn')}</Button>
        <Button onClick={() => sight.by(1 / 1.5)}>{text('media.zoomOut')}</Button>
        <Button onClick={sight.fit}>{text('media.zoomWhole')}</Button>
      </div>
      <View older={older} newer={newer} carry={edgeToEdge(older.size, newer.size)} sight={sight} />
    </div>
  );
}
