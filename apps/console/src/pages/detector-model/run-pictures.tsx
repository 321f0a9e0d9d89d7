import {
  classNameOf,
  detectorModelCalls as calls,
  type ClassWords,
  type ModelPicture,
  type ModelRunRecord,
} from '@eyrie/domain';
import { Loaded, loadStateOf, StateSymbol, type DeviceState } from '@eyrie/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClassWords } from '../../parts.ts';
import { useFigures } from '../../platform/figures.ts';
import { call } from '../../platform/http.ts';
import { PictureCanvas } from '../../platform/picture-canvas.tsx';
import { useText, type TextOf } from '../../platform/text.tsx';
import './detector-model.css';

/** ms between two looks at a run that is under way. */
const renewEvery = 1_000;

const looks: Readonly<Record<ModelRunRecord['state'], DeviceState>> = {
  waiting: 'attention',
  taken: 'working',
  done: 'live',
  failed: 'alarm',
};

const whyOf = (text: TextOf, { fault, detail }: Pick<ModelRunRecord, 'fault' | 'detail'>): string =>
  fault === null ? '' : [text(`detectorModel.fault.${fault}`), detail].filter(Boolean).join(': ');

/** How a run stands, in one line. */
export function RunLine({ run }: { run: ModelRunRecord }): ReactNode {
  const text = useText();
  const { seen, pictures, boxes, unseen } = run;
  // A run that was never begun has none in which it is reviewed.
  const isUncovered = !run.trial && run.state === 'done' && run.detectionOID === null;
  const words = [
    text(`detectorModel.run.${run.state}`),
    isUncovered
      ? text('detectorModel.runUncovered')
      : text('detectorModel.runCount', { seen, pictures, boxes }),
    unseen > 0 ? text('detectorModel.runUnseen', { count: unseen }) : '',
    whyOf(text, run),
  ];
  return <StateSymbol state={looks[run.state]} heading={90} word={words.filter(Boolean).join(' · ')} />;
}

/** As what flights take it, which is another word than the model's own. */
const nameOf = (
  words: ClassWords,
  { class: name, aiType, confidence }: ModelPicture['boxes'][number],
): string => `${aiType === null ? name : classNameOf(aiType, words)} ${confidence.toFixed(2)}`;

function Picture({ picture }: { picture: ModelPicture }): ReactNode {
  const text = useText();
  const words = useClassWords();
  const figures = useFigures();
  const { url, width, height, boxes, fault, took, name, state } = picture;
  const found = boxes.map((one) =>
    one.at === undefined
      ? nameOf(words, one)
      : text('detectorModel.seenAt', {
          name: nameOf(words, one),
          at: figures.duration(Math.floor(one.at / 1_000)),
        }),
  );
  // Of a video that was looked at in part both is said: what was found, and that it is not all.
  const said = [
    found.length > 0 ? found.join(text('monitor.listComma')) : '',
    fault === null ? '' : text(`detectorModel.fault.${fault}`),
    found.length === 0 && fault === null
      ? text(state === 'waiting' ? 'detectorModel.run.waiting' : 'detectorModel.nothingSeen')
      : '',
    took === null || state !== 'done' ? '' : text('detectorModel.took', { ms: took }),
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <figure className="model-seen ey-grid ey-gap-12">
      {url === null || width === null || height === null ? null : (
        <PictureCanvas
          url={url}
          alt={name}
          size={{ width, height }}
          boxes={boxes.map((one, index) => ({
            id: String(index),
            box: one.box,
            name: nameOf(words, one),
            look: 'open' as const,
          }))}
        />
      )}
      <figcaption>
        <bdi>{name}</bdi> · <bdi>{said}</bdi>
      </figcaption>
    </figure>
  );
}

/** What a model saw on each photo of a run, with the boxes on it; renewed while the run is under way. */
export function RunPictures({ runOID }: { runOID: string }): ReactNode {
  const seen = useQuery({
    queryKey: ['detectorModel', 'run', runOID],
    queryFn: ({ signal }) => call(calls.getRun, { oid: runOID }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.run.state === 'done' || state.data?.run.state === 'failed' ? false : renewEvery,
  });
  return (
    <Loaded state={loadStateOf(seen)}>
      {() => (
        <div className="model-seen ey-grid ey-gap-12">
          {seen.data ? <RunLine run={seen.data.run} /> : null}
          {(seen.data?.pictures ?? []).map((picture) => (
            <Picture key={picture.mediaOID} picture={picture} />
          ))}
        </div>
      )}
    </Loaded>
  );
}

interface RunsProps {
  modelOID: string;
  onSee: (runOID: string) => void;
}

/** What a model has looked at, the newest first. */
export function Runs({ modelOID, onSee }: RunsProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  const runs = useQuery({
    queryKey: ['detectorModel', 'runs', modelOID],
    queryFn: async ({ signal }) => (await call(calls.queryRun, { oid: modelOID }, { signal })).list,
    refetchInterval: 5 * renewEvery,
  });
  const list = runs.data ?? [];
  return (
    <Loaded state={loadStateOf(runs)}>
      {() => (
        <section aria-label={text('detectorModel.runs')}>
          <h3>{text('detectorModel.runs')}</h3>
          {list.length === 0 ? <p>{text('detectorModel.noRuns')}</p> : null}
          <ul className="ey-list ey-grid ey-gap-8">
            {list.map((run) => (
              <li key={run.oid}>
                <bdi>
                  {run.trial
                    ? text('detectorModel.trial')
                    : [text('detectorModel.flight'), run.taskName].filter(Boolean).join(' · ')}
                </bdi>{' '}
                <bdi>{figures.time(run.createdAt)}</bdi>
                <RunLine run={run} />
                {run.pictures === 0 ? null : (
                  <button type="button" className="text-button" onClick={() => onSee(run.oid)}>
                    {text('detectorModel.seePhotos')}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Loaded>
  );
}
