import { reportSteps, type ReportStep } from '@eyrie/domain';
import { EmptyPage, Loaded, loadStateOf } from '@eyrie/ui';
import { Button } from 'antd';
import { useRef, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { onSignOut, useAllowed, useSession } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import { forgetReports } from './kept-report.ts';
import { ReportFiles } from './report-files.tsx';
import { useStep, type StepAnswer } from './report.queries.ts';
import { Missing, StepFigures } from './step-figures.tsx';
import { StepText } from './step-text.tsx';
import { useKeptScroll, useLeftStep } from './use-place.ts';
import './inspection-details.css';

onSignOut(forgetReports);

function Step({ answer, step }: { answer: StepAnswer; step: ReportStep }): ReactNode {
  const text = useText();
  const { report, missing, files } = answer;
  const { groupName: department, month } = report;
  return (
    <>
      <p>
        <strong>
          <bdi>{report.name}</bdi>
        </strong>{' '}
        <bdi>{text('inspectionReport.of', { department, month })}</bdi>{' '}
        {text(`inspectionReport.state.${report.state}`)}
      </p>
      <h2>{text(`inspectionReport.step.${step}`)}</h2>
      <StepFigures answer={answer} />
      <StepText key={`${report.oid} ${step}`} report={report} step={step} />
      {report.state === 'draft' ? <Missing missing={missing} /> : null}
      {files ? <ReportFiles report={report} files={files} /> : null}
    </>
  );
}

/** The step stands in the address; where it does not, a report opens at the step at which it was left. */
function Report({ oid, step }: { oid: string; step: ReportStep }): ReactNode {
  const text = useText();
  const [, setAddress] = useSearchParams();
  const answer = useStep(oid, step);
  const owner = useSession(({ user }) => user?.oid ?? '');
  const page = useRef<HTMLDivElement>(null);
  useKeptScroll(page, { owner, oid, step, isReady: answer.data !== undefined });
  return (
    <div ref={page} className="ey-grid ey-gap-12">
      <nav className="ey-flow ey-gap-8" aria-label={text('inspectionReport.steps')}>
        {reportSteps.map((one) => (
          <Button
            key={one}
            type={one === step ? 'primary' : 'default'}
            aria-current={one === step ? 'step' : undefined}
            onClick={() => setAddress({ oid, step: String(one) }, { replace: true })}
          >
            {one}. {text(`inspectionReport.step.${one}`)}
          </Button>
        ))}
      </nav>
      <Loaded state={loadStateOf(answer)}>
        {() => (answer.data ? <Step answer={answer.data} step={step} /> : null)}
      </Loaded>
    </div>
  );
}

export default function ReportPage(): ReactNode {
  const text = useText();
  const [address] = useSearchParams();
  const oid = address.get('oid');
  const owner = useSession(({ user }) => user?.oid ?? '');
  const left = useLeftStep(owner, oid);
  const step = reportSteps.find((one) => String(one) === address.get('step')) ?? left ?? 1;
  const sees = useAllowed('/InspectionMonth');
  return (
    <div className="report-page ey-grid ey-gap-12">
      <h1>{text('permission./InspectionDetails')}</h1>
      {oid ? (
        <Report oid={oid} step={step} />
      ) : (
        <EmptyPage
          icon="alarm"
          sentence={text('inspectionReport.openFromList')}
          action={sees ? <a href="#/InspectionMonth">{text('permission./InspectionMonth')}</a> : null}
        />
      )}
    </div>
  );
}
