import { Button } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { directionOf, useLanguage } from '../language.ts';
import { useText } from '../text.tsx';
import { useSight } from '../use-sight.ts';
import { edgeToEdge } from './carry.ts';
import { canvasesOf, PictureSides, type ComparedSides, type Side } from './picture-sides.tsx';
import { CompareModes, type CompareMode } from './compare-modes.tsx';
import { SwipeEdge } from './swipe-edge.tsx';
import { clipOf } from './swipe.ts';
import { useBlink } from './use-blink.ts';

/** The older picture before an edge and the newer one behind it; the edge is moved by pointer or keys. */
function Swipe(props: ComparedSides): ReactNode {
  const { older, newer } = props;
  const text = useText();
  const isRtl = directionOf(useLanguage((state) => state.language)) === 'rtl';
  const [share, setShare] = useState(0.5);
  const area = useRef<HTMLDivElement>(null);
  const shown = canvasesOf(props);
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
        <SwipeEdge
          area={area}
          share={share}
          onShare={setShare}
          label={text('media.compareEdge')}
          valueText={(percent) => text('media.compareEdgeAt', { percent })}
        />
      </div>
    </>
  );
}

/** One picture in the place of the other, by turns; for those who want nothing to move, only when they say so. */
function Blink(props: ComparedSides): ReactNode {
  const { older, newer } = props;
  const text = useText();
  const { isNewer, runs, toggle, other } = useBlink();
  const shown = canvasesOf(props);
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
      <div className="ey-flow ey-gap-8">
        <Button onClick={toggle}>{text(runs ? 'media.blinkStop' : 'media.blinkStart')}</Button>
        <Button onClick={other}>{text('media.blinkOther')}</Button>
      </div>
    </>
  );
}

const views = { swipe: Swipe, blink: Blink, sides: PictureSides } as const;

/** Two pictures of one view from edge to edge: swiped, by turns, or side by side, with one sight in all three. */
export function PictureCompare({ older, newer }: { older: Side; newer: Side }): ReactNode {
  const text = useText();
  const [mode, setMode] = useState<CompareMode>('swipe');
  const sight = useSight();
  const View = views[mode];
  return (
    <div className="compare">
      <div className="ey-flow ey-gap-8">
        <CompareModes mode={mode} onMode={setMode} />
        <Button onClick={() => sight.by(1.5)}>{text('media.zoomIn')}</Button>
        <Button onClick={() => sight.by(1 / 1.5)}>{text('media.zoomOut')}</Button>
        <Button onClick={sight.fit}>{text('media.zoomWhole')}</Button>
      </div>
      <View older={older} newer={newer} carry={edgeToEdge(older.size, newer.size)} sight={sight} />
    </div>
  );
}
