import { detectionCalls, type OutcomeRecord, type ResponseOf } from '@eyrie/domain';
import { FactList, Loaded, loadStateOf } from '@eyrie/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Pagination } from 'antd';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { outcomeBoxes, outcomeName, rangeText, NoDetection } from '../../modules/detection/index.ts';
import { drawClass, useClassWords } from '../../parts.ts';
import { useFigures } from '../../platform/figures.ts';
import { call, download } from '../../platform/http.ts';
import { PictureCanvas } from '../../platform/picture-canvas.tsx';
import { saveFile } from '../../platform/save-file.ts';
import { useText } from '../../platform/text.tsx';
import './ai-testing-show-report.css';

type Preview = ResponseOf<typeof detectionCalls.toPreview>;
/** Findings of one page of the report. */
const pageSize = 50;

function Facts({ run }: { run: Preview['detection'] }): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <FactList
      className="list-facts"
      facts={[
        [text('detection.task'), <bdi key="task">{run.taskName ?? '–'}</bdi>],
        [text('field.department'), <bdi key="department">{run.groupName}</bdi>],
        [text('detection.model'), <bdi key="model">{`${run.model} ${run.modelVersion}`}</bdi>],
        [text('detection.createdAt'), <bdi key="at">{figures.time(run.createdAt)}</bdi>],
        [text('detection.audit'), text(`detection.audit.${run.audit}`)],
      ]}
    />
  );
}

function Classes({ classes }: Pick<Preview, 'classes'>): ReactNode {
  const text = useText();
  const figures = useFigures();
  return (
    <table className="report-classes">
      <caption>{text('detection.byClass')}</caption>
      <thead>
        <tr>
          <th scope="col">{text('detection.class')}</th>
          <th scope="col">{text('detection.verdict.confirmed')}</th>
          <th scope="col">{text('detection.verdict.falseAlarm')}</th>
          <th scope="col">{text('detection.verdict.none')}</th>
        </tr>
      </thead>
      <tbody>
        {classes.map(({ class: name, confirmed, falseAlarm, unaudited }) => (
          <tr key={name}>
            <th scope="row">{drawClass(name)}</th>
            <td>{figures.amount(confirmed)}</td>
            <td>{figures.amount(falseAlarm)}</td>
            <td>{figures.amount(unaudited)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Picture({
  found,
  pictures,
}: { found: readonly OutcomeRecord[] } & Pick<Preview, 'pictures'>): ReactNode {
  const text = useText();
  const figures = useFigures();
  const words = useClassWords();
  const [first] = found;
  const picture = pictures.find(({ mediaOID }) => mediaOID === first?.mediaOID);
  if (!first) return null;
  return (
    <figure className="report-picture ey-grid ey-gap-12">
      {picture ? (
        <div>
          <PictureCanvas
            url={picture.url}
            alt={found.map((one) => outcomeName(text, words, one)).join(text('monitor.listComma'))}
            size={first.picture}
            boxes={outcomeBoxes(text, words, found)}
          />
        </div>
      ) : null}
      <figcaption>
        <strong>
          <bdi>{picture?.name ?? text('detection.pictureGone')}</bdi>
        </strong>
        <bdi>{figures.time(picture?.shotAt ?? null)}</bdi>
        <ul>
          {found.map((one) => (
            <li key={one.oid}>
              <bdi>
                {[outcomeName(text, words, one), rangeText(text, one), one.verdictBy, one.reason]
                  .filter(Boolean)
                  .join(' · ')}
              </bdi>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

/** Confirmed findings, those of one picture together. */
function Findings({ oid, pictures }: { oid: string } & Pick<Preview, 'pictures'>): ReactNode {
  const text = useText();
  const [pageNum, setPageNum] = useState(1);
  const [beyond, setBeyond] = useState(false);
  const only = beyond ? { beyond } : {};
  const asked = { detectionOID: oid, verdict: 'confirmed', ...only, pageNum, pageSize } as const;
  const answer = useQuery({
    queryKey: ['detection', 'outcomes', asked],
    queryFn: ({ signal }) => call(detectionCalls.queryOutcome, asked, { signal, toast: false }),
    placeholderData: (before) => before,
  });
  const byPicture = Map.groupBy(answer.data?.list ?? [], ({ mediaOID }) => mediaOID);
  return (
    <Loaded state={loadStateOf(answer)}>
      {() => (
        <>
          <Checkbox
            checked={beyond}
            onChange={({ target }) => {
              setBeyond(target.checked);
              setPageNum(1);
            }}
          >
            {text('detection.beyondOnly')}
          </Checkbox>
          {byPicture.size === 0 ? (
            <p>{text(beyond ? 'detection.nothingBeyond' : 'detection.nothingConfirmed')}</p>
          ) : null}
          {[...byPicture].map(([mediaOID, found]) => (
            <Picture key={mediaOID} found={found} pictures={pictures} />
          ))}
          <Pagination
            hideOnSinglePage
            current={pageNum}
            pageSize={pageSize}
            showSizeChanger={false}
            total={answer.data?.total ?? 0}
            onChange={setPageNum}
          />
        </>
      )}
    </Loaded>
  );
}

function Report({ preview: { detection: run, classes, pictures } }: { preview: Preview }): ReactNode {
  const text = useText();
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(detectionCalls.report, { oid: run.oid }),
    onSuccess: (file) => saveFile(file, `${run.name}.csv`),
  });
  const left = run.outcomes - run.audited;
  return (
    <article className="report">
      <header>
        <h1>
          <bdi>{run.name}</bdi>
        </h1>
        <Button loading={isPending} onClick={() => mutate()}>
          {text('detection.report')}
        </Button>
      </header>
      {left > 0 ? (
        <p className="report-left" role="status">
          {text('detection.notAudited', { count: left })}{' '}
          <a href={`#/AITestingShowExamine?oid=${run.oid}`}>{text('detection.review')}</a>
        </p>
      ) : null}
      <Facts run={run} />
      <Classes classes={classes} />
      <h2>{text('detection.verdict.confirmed')}</h2>
      <Findings oid={run.oid} pictures={pictures} />
    </article>
  );
}

function Run({ oid }: { oid: string }): ReactNode {
  const answer = useQuery({
    queryKey: ['detection', 'preview', oid],
    queryFn: ({ signal }) => call(detectionCalls.toPreview, { oid }, { signal, toast: false }),
  });
  return (
    <Loaded state={loadStateOf(answer)}>
      {() => (answer.data ? <Report preview={answer.data} /> : null)}
    </Loaded>
  );
}

/** The report of the detection that the address names. */
export default function AITestingShowReportPage(): ReactNode {
  const [address] = useSearchParams();
  const oid = address.get('oid');
  if (oid) return <Run key={oid} oid={oid} />;
  return <NoDetection title="permission./AITestingShowReport" sentence="detection.openToReport" />;
}
