import { detectionCalls, type ClassWords } from '@eyrie/domain';
import { EmptyPage, Loaded, loadStateOf, useConfirm } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import {
  EarlierPicture,
  nearbyPicture,
  outcomeBoxes,
  PictureStrip,
  useKeys,
  NoDetection,
  useEarlier,
  VideoMoment,
} from '../../modules/detection/index.ts';
import { useClassWords } from '../../parts.ts';
import { PictureLoaded } from '../../platform/picture-loaded.tsx';
import { usePictureSize } from '../../platform/picture-size.ts';
import { useSight } from '../../platform/use-sight.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { PictureCanvas, type ShownBox } from '../../platform/picture-canvas.tsx';
import { useText, type TextOf } from '../../platform/text.tsx';
import { ReviewPanel } from './review-panel.tsx';
import { useReview, type Review, type View } from './use-review.ts';
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
  const picture = view.pictures.find(({ mediaOID }) => mediaOID === view.mediaOID);
  const size = usePictureSize(picture?.url);
  const { chosen } = review;
  const about = review.draft.box ?? chosen?.box;
  return {
    sight,
    picture,
    size,
    judge: (verdict: 'confirmed' | 'falseAlarm') => {
      if (size.data && (verdict === 'confirmed' || chosen)) review.judge(verdict, size.data);
    },
    zoom: (factor: number) =>
      sight.by(factor, about && { x: about.x + about.width / 2, y: about.y + about.height / 2 }),
    show: (mediaOID: string | null) => {
      sight.fit();
      review.show(mediaOID);
    },
    next: () => {
      sight.fit();
      review.next();
    },
    remove: async (): Promise<void> => {
      if (!chosen || !size.data) return;
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
  d: () => review.draw(!review.isDrawing),
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
    <div className="review-head">
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <span>{text('detection.progress', { audited, outcomes })}</span>
      <span>{text('detection.pictureOf', { index, count })}</span>
      <VideoMoment video={view.pictures[index - 1]?.video} />
      {view.more ? <span>{text('detection.morePictures', { count })}</span> : null}
      <Button aria-pressed={review.isDrawing} onClick={() => review.draw(!review.isDrawing)}>
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

function Picture({ review, actions }: { review: Review; actions: Actions }): ReactNode {
  const text = useText();
  const words = useClassWords();
  const { sight, size, picture } = actions;
  const chosen = review.chosen?.oid ?? (review.draft.box ? 'draft' : null);
  const drawn = (): ReactNode =>
    size.data && picture ? (
      <PictureCanvas
        url={picture.url}
        alt={picture.name}
        size={size.data}
        boxes={sight.isHidden ? [] : boxesOf(text, words, review)}
        chosen={chosen}
        onChoose={(id) => id !== 'draft' && review.pick(id)}
        zoom={sight.zoom}
        {...(sight.middle ? { middle: sight.middle } : {})}
        onMove={sight.move}
        drawing={review.isDrawing}
        onDrawn={review.drawn}
      />
    ) : null;
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
      <div className="review-pictures">
        <Picture {...{ review, actions }} />
        <Earlier {...{ review, actions }} />
      </div>
      <ReviewPanel review={review} size={actions.size.data} onRemove={() => void actions.remove()} />
      <PictureStrip view={view} onShow={actions.show} />
    </div>
  );
}

function Reviewed({ oid }: { oid: string }): ReactNode {
  const review = useReview(oid);
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
  if (oid) return <Reviewed key={oid} oid={oid} />;
  return <NoDetection title="permission./AITestingShowExamine" sentence="detection.openFromList" />;
}
