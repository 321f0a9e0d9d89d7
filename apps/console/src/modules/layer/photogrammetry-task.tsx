import { photogrammetryCalls, type PhotogrammetryRecord } from '@eyrie/domain';
import { Dialog, Loaded, loadStateOf } from '@eyrie/ui';
import { Button, Progress } from 'antd';
import { useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { useText, type TextOf } from '../../platform/text.tsx';
import { isUnderWay, useChangePhotogrammetry, useEngineLog } from './photogrammetry.queries.ts';

/** The last lines that the engine wrote, as it wrote them. */
function EngineLog({ oid }: { oid: string }): ReactNode {
  const text = useText();
  const log = useEngineLog(oid);
  const lines = log.data?.lines ?? [];
  return (
    <Loaded state={loadStateOf(log)}>
      {() =>
        lines.length === 0 ? (
          <p role="status">{text('photogrammetry.logNone')}</p>
        ) : (
          <pre role="log" className="layer-engine-log" dir="ltr" aria-label={text('photogrammetry.log')}>
            {lines.join('\n')}
          </pre>
        )
      }
    </Loaded>
  );
}

type Output = PhotogrammetryRecord['outputs'][number];

/** What became of an output, in words. */
const outputText = (text: TextOf, { output, made, layerOID, failure, values }: Output): string => {
  const name = text(`photogrammetry.output.${output}`);
  if (made)
    return `${name}: ${text(layerOID === null ? 'photogrammetry.removed' : 'photogrammetry.isLayer')}`;
  if (failure === null) return name;
  return `${name}: ${failure === 'missing' ? text('photogrammetry.missing') : text(`refusal.${failure}`, values)}`;
};

/** How a task stands and what became of it. */
function TaskState({ task }: { task: PhotogrammetryRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { state, failure, detail, silent, sent, photos, outputs } = task;
  return (
    <>
      <span className={state === 'failed' ? 'layer-fault' : 'layer-hint'}>
        {text(`photogrammetry.state.${state}`)}
        {failure === null ? null : `: ${text(`photogrammetry.failure.${failure}`)}`}
        {detail === '' ? null : (
          <>
            {' · '}
            <bdi>{detail}</bdi>
          </>
        )}
      </span>
      {state === 'sending' ? (
        <span className="layer-hint">
          {text('photogrammetry.sent', { sent: figures.amount(sent), count: figures.amount(photos) })}
        </span>
      ) : null}
      {silent ? (
        <span className="layer-fault" role="status">
          {text('photogrammetry.silentNow')}
        </span>
      ) : null}
      {outputs.map((one) => (
        <span key={one.output} className={one.failure === null ? 'layer-hint' : 'layer-fault'}>
          {outputText(text, one)}
        </span>
      ))}
    </>
  );
}

/** What was asked of the engine for a flight: how far it is, its log, and what can be done with it. */
export function PhotogrammetryTask({ task }: { task: PhotogrammetryRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const cancel = useChangePhotogrammetry('cancel');
  const retry = useChangePhotogrammetry('retry');
  const [shows, setShows] = useState(false);
  // Several may be of one flight.
  const name = text('photogrammetry.asked', { name: task.name, time: figures.time(task.createdAt) });
  return (
    <li className="layer-row">
      <div className="layer-line ey-flow ey-gap-8">
        <bdi className="layer-name">{name}</bdi>
        <Button
          size="small"
          aria-label={text('photogrammetry.logOf', { name })}
          onClick={() => setShows(true)}
        >
          {text('photogrammetry.log')}
        </Button>
        <Allowed call={photogrammetryCalls.cancel} record={task}>
          <Button
            size="small"
            loading={cancel.isPending}
            aria-label={text('photogrammetry.cancelOf', { name })}
            onClick={() => cancel.mutate(task.oid)}
          >
            {text('app.cancel')}
          </Button>
        </Allowed>
        <Allowed call={photogrammetryCalls.retry} record={task}>
          <Button
            size="small"
            loading={retry.isPending}
            aria-label={text('photogrammetry.retryOf', { name })}
            onClick={() => retry.mutate(task.oid)}
          >
            {text('photogrammetry.retry')}
          </Button>
        </Allowed>
      </div>
      {isUnderWay(task) ? (
        <Progress
          percent={Math.floor(task.percent)}
          size="small"
          aria-label={text('photogrammetry.progressOf', { name })}
          format={(percent) => figures.amount(percent ?? 0, text('unit.percent'))}
        />
      ) : null}
      <TaskState task={task} />
      <Dialog open={shows} title={text('photogrammetry.logOf', { name })} onClose={() => setShows(false)}>
        <EngineLog oid={task.oid} />
      </Dialog>
    </li>
  );
}
