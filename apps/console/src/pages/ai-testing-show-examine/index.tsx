import { CallRefused } from '@eyrie/client';
import { detectionCalls, type ClassWords } from '@eyrie/domain';
import { EmptyPage, Loaded, loadStateOf, useConfirm } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import {
  EarlierPicture,
  nearbyPicture,
  outcomeBoxes,
  PictureStrip,
  useKeys,
  NoDetection,
  LiveMoment,
  useEarlier,
  VideoMoment,
} from '../../modules/detection/index.ts';
import { CoarseTiles, pyramidQuery, useTiles } from '../../modules/media/index.ts';
import { useClassWords } from '../../parts.ts';
import { PictureLoaded } from '../../platform/picture-loaded.tsx';
import { usePictureSize } from '../../platform/picture-size.ts';
import { useSight } from '../../platform/use-sight.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { PictureCanvas, type PictureCanvasProps, type ShownBox } from '../../platform/picture-canvas.tsx';
import { useText, type TextOf } from '../../platform/text.tsx';
import { ReviewPanel } from './review-panel.tsx';
import type { View } from './review-verdict.ts';
import { useReview, type Review, type ReviewStart } from './use-review.ts';
import './ai-testing-show-examine.css';

const boxesOf = (text: TextOf, words: ClassWords, { view, draft, chosen }: Review): ShownBox[] => {
  const outcomes = (view?.outcomes ?? []).map((one) =>
    one.oid === chosen?.oid && draft.box ? { ...one, box: draft.box } : one,
  );
  const shown = outcomeBoxes(text, words, outcomes);
  if (!draft.box || chosen) return shown;
  return [...shown, { id: 'draft', box: draft.box, name: text('detection.drawnBy'), look: 'drawn' }];
};

/** What the reviewer does of what was asked, by button or by key. */
function useActions(review: Review, view: View) {
  const text = useText();
  const confirm = useConfirm();
  const sight = useSight();
  // However the next picture came: at the place of the one before, its box may lie out of sight.
  const [seen, setSeen] = useState(view.mediaOID);
  if (seen !== view.mediaOID) {
    setSeen(view.mediaOID);
    sight.fit();
  }
  const picture = view.pictures.find(({ mediaOID }) => mediaOID === view.mediaOID);
  const isLarge = picture?.large === true;
  const pyramid = useQuery({ ...pyramidQuery(picture?.mediaOID ?? ''), enabled: isLarge });
  // Of which no tiles can be made comes as it is stored.
  const isTiled = isLarge && !(pyramid.error instanceof CallRefused);
  const stored = usePictureSize(isTiled ? undefined : picture?.url);
  const size = isTiled ? pyramid : stored;
  // The size of a large picture is known before anything of it is drawn: nobody judges boxes on an empty ground.
  const [drawn, setDrawn] = useState<string | null>(null);
  const isOnScreen = size.data !== undefined && (!isTiled || drawn === picture?.mediaOID);
  const { chosen } = review;
  const about = review.draft.box ?? chosen?.box;
  return {
    sight,
    picture,
    isTiled,
    size,
    isOnScreen,
    drawn: setDrawn,
    judge: (verdict: 'confirmed' | 'falseAlarm') => {
      if (isOnScreen && size.data && (verdict === 'confirmed' || chosen)) review.judge(verdict, size.data);
    },
    zoom: (factor: number) =>
      sight.by(factor, about && { x: about.x + about.width / 2, y: about.y + about.height / 2 }),
    show: (mediaOID: string | null) => {
      sight.fit();
      review.show(mediaOID);
    },
    next: () => {
      sight.fit();
      review.next(isOnScreen);
    },
    remove: async (): Promise<void> => {
      if (!chosen || !isOnScreen || !size.data) return;
      const agreed = await confirm({
        title: text('detection.removeTitle'),
        content: text('detection.removeHint'),
        verb: text('app.delete'),
        danger: true,
      });
      // A detector's box stays on record as a false alarm.
      if (agreed) review.judge(chosen.drawnBy === null ? 'falseAlarm' : 'deleted', size.data);
    },
  };
}
type Actions = ReturnType<typeof useActions>;

const keysOf = (review: Review, view: View, actions: Actions): Record<string, () => void> => ({
  d: () => {
    if (actions.isOnScreen) review.draw(!review.isDrawing);
  },
  Escape: () => review.draw(false),
  h: actions.sight.hide,
  n: actions.next,
  o: review.order,
  u: review.undo.run,
  '+': () => actions.zoom(1.5),
  '=': () => actions.zoom(1.5),
  '-': () => actions.zoom(1 / 1.5),
  '0': actions.sight.fit,
  Enter: () => actions.judge('confirmed'),
  x: () => actions.judge('falseAlarm'),
  Delete: () => void actions.remove(),
  ArrowRight: () => actions.show(nearbyPicture(view, 1)),
  ArrowLeft: () => actions.show(nearbyPicture(view, -1)),
  ...Object.fromEntries(
    review.classes.map((name, index) => [String(index + 1), () => review.change({ class: name })]),
  ),
});

function Head({ review, view, actions }: { review: Review; view: View; actions: Actions }): ReactNode {
  const text = useText();
  const { audited, outcomes, name } = view.detection;
  const { length: count } = view.pictures;
  const index = view.pictures.findIndex(({ mediaOID }) => mediaOID === view.mediaOID) + 1;
  return (
    <div className="review-head ey-row ey-flow ey-gap-8">
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <span>{text('detection.progress', { audited, outcomes })}</span>
      <span>{text('detection.pictureOf', { index, count })}</span>
      <span>
        {text('detection.reviewedCount', { count: view.pictures.filter(({ reviewed }) => reviewed).length })}
      </span>
      {view.pictures[index - 1]?.reviewed ? <span>{text('detection.reviewedByYou')}</span> : null}
      <VideoMoment video={view.pictures[index - 1]?.video} />
      <LiveMoment kind={view.detection.kind} picture={view.pictures[index - 1]} />
      {view.more ? <span>{text('detection.morePictures', { count })}</span> : null}
      <Button
        aria-pressed={review.isDrawing}
        disabled={!actions.isOnScreen}
        onClick={() => review.draw(!review.isDrawing)}
      >
        {text('detection.draw')}
      </Button>
      <Button aria-pressed={actions.sight.isHidden} onClick={actions.sight.hide}>
        {text('detection.hide')}
      </Button>
      <Button onClick={() => actions.zoom(1.5)}>{text('detection.zoomIn')}</Button>
      <Button onClick={() => actions.zoom(1 / 1.5)}>{text('detection.zoomOut')}</Button>
      <Button onClick={actions.sight.fit}>{text('detection.fit')}</Button>
      <Allowed call={detectionCalls.undoOutcome}>
        <Button disabled={!review.undo.can} onClick={review.undo.run}>
          {text('detection.undo')}
        </Button>
      </Allowed>
      <Button onClick={actions.next}>{text('detection.next')}</Button>
    </div>
  );
}

/** A large picture, of which what is in sight comes in tiles; its boxes lie over them in pixels of the picture. */
function Tiled({
  oid,
  canvas,
  onDrawn,
}: {
  oid: string;
  canvas: Omit<PictureCanvasProps, 'url'>;
  onDrawn: () => void;
}): ReactNode {
  const { size, zoom = 1, middle } = canvas;
  const tiles = useTiles(oid, size, { zoom, middle });
  return (
    <>
      <div ref={tiles.area} className="review-tiles">
        <PictureCanvas
          {...canvas}
          url={tiles.url}
          tiles={tiles.tiles}
          onTileFailed={tiles.failed}
          onWhole={onDrawn}
        />
      </div>
      <CoarseTiles tiles={tiles} />
    </>
  );
}

function Picture({ review, actions }: { review: Review; actions: Actions }): ReactNode {
  const text = useText();
  const words = useClassWords();
  const { sight, size, picture } = actions;
  const chosen = review.chosen?.oid ?? (review.draft.box ? 'draft' : null);
  const drawn = (): ReactNode => {
    if (!size.data || !picture) return null;
    const canvas = {
      alt: picture.name,
      size: size.data,
      boxes: sight.isHidden || !actions.isOnScreen ? [] : boxesOf(text, words, review),
      chosen,
      onChoose: (id: string) => id !== 'draft' && review.pick(id),
      zoom: sight.zoom,
      ...(sight.middle ? { middle: sight.middle } : {}),
      onMove: sight.move,
      drawing: review.isDrawing && actions.isOnScreen,
      onDrawn: review.drawn,
    };
    const { mediaOID, url } = picture;
    return actions.isTiled ? (
      <Tiled key={mediaOID} oid={mediaOID} canvas={canvas} onDrawn={() => actions.drawn(mediaOID)} />
    ) : (
      <PictureCanvas key={mediaOID} {...canvas} url={url} />
    );
  };
  return (
    <div className="review-picture">
      {review.isDrawing ? <p role="status">{text('detection.drawHint')}</p> : null}
      <PictureLoaded size={size}>{drawn}</PictureLoaded>
    </div>
  );
}

/** What was seen at the place of the chosen finding before, beside it. */
function Earlier({ review: { chosen }, actions }: { review: Review; actions: Actions }): ReactNode {
  const { data } = useEarlier(chosen?.oid);
  const { sight, size } = actions;
  if (!chosen || !size.data || !data || data.earlier.length === 0) return null;
  return (
    <EarlierPicture
      earlier={data.earlier}
      box={chosen.box}
      size={size.data}
      zoom={sight.zoom}
      middle={sight.middle}
      onMove={sight.move}
    />
  );
}

/** Who else reviews this picture, and for how long. */
function Locked({ review: { lockedBy } }: { review: Review }): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (lockedBy === null) return null;
  return (
    <p className="review-locked" role="status">
      {text('detection.lockedBy', { name: lockedBy.name, time: figures.time(lockedBy.since) })}
    </p>
  );
}

function Reviewing({ review, view }: { review: Review; view: View }): ReactNode {
  const text = useText();
  const actions = useActions(review, view);
  useKeys(keysOf(review, view, actions));
  if (!actions.picture) return <EmptyPage icon="eye" sentence={text('detection.noPictures')} />;
  return (
    <div className="review">
      <Head {...{ review, view, actions }} />
      <Locked review={review} />
      <div className="review-pictures ey-grid ey-gap-8">
        <Picture {...{ review, actions }} />
        <Earlier {...{ review, actions }} />
      </div>
      <ReviewPanel
        review={review}
        size={actions.isOnScreen ? actions.size.data : undefined}
        onRemove={() => void actions.remove()}
      />
      <PictureStrip view={view} onShow={actions.show} />
    </div>
  );
}

function Reviewed({ oid, start }: { oid: string; start: ReviewStart }): ReactNode {
  const review = useReview(oid, start);
  return (
    <Loaded state={loadStateOf(review.answer)}>
      {() => (review.view ? <Reviewing review={review} view={review.view} /> : null)}
    </Loaded>
  );
}

/** The review of the detection that the address names. */
export default function AITestingShowExaminePage(): ReactNode {
  const [address] = useSearchParams();
  const oid = address.get('oid');
  const [mediaOID, outcomeOID] = [address.get('mediaOID'), address.get('outcomeOID')];
  const key = [oid, mediaOID, outcomeOID].join(' ');
  if (oid) return <Reviewed key={key} oid={oid} start={{ mediaOID, outcomeOID }} />;
  return <NoDetection title="permission./AITestingShowExamine" sentence="detection.openFromList" />;
}
