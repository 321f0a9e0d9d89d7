import { detectionCalls, type OutcomeRecord, type ResponseOf } from '@eyrie/domain';
import { EmptyPage, Loaded, loadStateOf } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import {
  nearbyPicture,
  outcomeBoxes,
  OutcomeFacts,
  outcomeName,
  PictureStrip,
  useKeys,
  NoDetection,
  LiveMoment,
  VideoMoment,
} from '../../modules/detection/index.ts';
import { useClassWords } from '../../parts.ts';
import { PictureLoaded } from '../../platform/picture-loaded.tsx';
import { usePictureSize } from '../../platform/picture-size.ts';
import { useSight } from '../../platform/use-sight.ts';
import { call } from '../../platform/http.ts';
import { PictureCanvas } from '../../platform/picture-canvas.tsx';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import './ai-testing-show-check.css';

type View = ResponseOf<typeof detectionCalls.toView>;
/** ms: others judge meanwhile. */
const renewEvery = 10_000;

interface SeenProps {
  view: View;
  onShow: (mediaOID: string | null) => void;
}

function Outcomes({
  outcomes,
  chosen,
  onChoose,
}: {
  outcomes: readonly OutcomeRecord[];
  chosen: OutcomeRecord | undefined;
  onChoose: (oid: string) => void;
}): ReactNode {
  const text = useText();
  const words = useClassWords();
  return (
    <aside className="seen-panel">
      {outcomes.length === 0 ? <p>{text('detection.nothingHere')}</p> : null}
      <ul aria-label={text('detection.boxes')}>
        {outcomes.map((one) => (
          <li key={one.oid}>
            <button type="button" aria-pressed={one === chosen} onClick={() => onChoose(one.oid)}>
              <bdi>{outcomeName(text, words, one)}</bdi>
            </button>
          </li>
        ))}
      </ul>
      {chosen ? <OutcomeFacts outcome={chosen} /> : null}
    </aside>
  );
}

function Head({ view, sight }: { view: View; sight: ReturnType<typeof useSight> }): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const reviews = useAllowed('/AITestingShowExamine');
  const { audited, outcomes, name, oid } = view.detection;
  const { length: count } = view.pictures;
  const index = view.pictures.findIndex(({ mediaOID }) => mediaOID === view.mediaOID) + 1;
  return (
    <div className="seen-head ey-row ey-flow ey-gap-8">
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <span>{text('detection.progress', { audited, outcomes })}</span>
      <span>{text('detection.pictureOf', { index, count })}</span>
      <VideoMoment video={view.pictures[index - 1]?.video} />
      <LiveMoment kind={view.detection.kind} picture={view.pictures[index - 1]} />
      {view.more ? <span>{text('detection.morePictures', { count })}</span> : null}
      <Button aria-pressed={sight.isHidden} onClick={sight.hide}>
        {text('detection.hide')}
      </Button>
      <Button onClick={() => sight.by(1.5)}>{text('detection.zoomIn')}</Button>
      <Button onClick={() => sight.by(1 / 1.5)}>{text('detection.zoomOut')}</Button>
      <Button onClick={sight.fit}>{text('detection.fit')}</Button>
      {reviews ? (
        <Button onClick={() => void navigate(`/AITestingShowExamine?oid=${oid}`)}>
          {text('detection.review')}
        </Button>
      ) : null}
    </div>
  );
}

/** One picture with its boxes, as large as there is room; nothing is judged here. */
function Seen({ view, onShow }: SeenProps): ReactNode {
  const text = useText();
  const words = useClassWords();
  const sight = useSight();
  const [picked, setPicked] = useState<string | null>(null);
  const picture = view.pictures.find(({ mediaOID }) => mediaOID === view.mediaOID);
  const size = usePictureSize(picture?.url);
  const chosen = view.outcomes.find(({ oid }) => oid === picked) ?? view.outcomes[0];
  const show = (mediaOID: string | null): void => {
    if (mediaOID === null) return;
    sight.fit();
    onShow(mediaOID);
  };
  useKeys({
    h: sight.hide,
    '+': () => sight.by(1.5),
    '=': () => sight.by(1.5),
    '-': () => sight.by(1 / 1.5),
    '0': sight.fit,
    ArrowRight: () => show(nearbyPicture(view, 1)),
    ArrowLeft: () => show(nearbyPicture(view, -1)),
  });
  return (
    <div className="seen">
      <Head view={view} sight={sight} />
      {picture ? (
        <div className="seen-picture">
          <PictureLoaded size={size}>
            {() =>
              size.data ? (
                <PictureCanvas
                  url={picture.url}
                  alt={picture.name}
                  size={size.data}
                  boxes={sight.isHidden ? [] : outcomeBoxes(text, words, view.outcomes)}
                  chosen={chosen?.oid ?? null}
                  onChoose={setPicked}
                  zoom={sight.zoom}
                  {...(sight.middle ? { middle: sight.middle } : {})}
                  onMove={sight.move}
                />
              ) : null
            }
          </PictureLoaded>
        </div>
      ) : (
        <EmptyPage icon="eye" sentence={text('detection.noPictures')} />
      )}
      <Outcomes outcomes={view.outcomes} chosen={chosen} onChoose={setPicked} />
      <PictureStrip view={view} onShow={show} />
    </div>
  );
}

function Run({ oid }: { oid: string }): ReactNode {
  const [address, setAddress] = useSearchParams();
  const mediaOID = address.get('mediaOID');
  const answer = useQuery({
    queryKey: ['detection', 'view', oid, mediaOID],
    queryFn: ({ signal }) =>
      call(detectionCalls.toView, { oid, ...(mediaOID ? { mediaOID } : {}) }, { signal, toast: false }),
    placeholderData: (before) => before,
    refetchInterval: renewEvery,
  });
  const show = (next: string | null): void =>
    setAddress({ oid, ...(next ? { mediaOID: next } : {}) }, { replace: true });
  return (
    <Loaded state={loadStateOf(answer)}>
      {() => (answer.data ? <Seen view={answer.data} onShow={show} /> : null)}
    </Loaded>
  );
}

/** What was found in the detection that the address names, to be looked at. */
export default function AITestingShowCheckPage(): ReactNode {
  const [address] = useSearchParams();
  const oid = address.get('oid');
  if (oid) return <Run key={oid} oid={oid} />;
  return <NoDetection title="permission./AITestingShowCheck" sentence="detection.openToView" />;
}
