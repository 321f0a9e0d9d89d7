import { windAbortCalls, type FlightRecord, type WindAbort } from '@eyrie/domain';
import { Button, Input } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useAlarmSound } from '../../platform/alarm-sound.ts';
import { Allowed } from '../../platform/allowed.tsx';
import { useByClock } from '../../platform/clock.ts';
import { useFigures } from '../../platform/figures.ts';
import { showFailure } from '../../platform/http.ts';
import { serverMoment } from '../../platform/server-time.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useWindAborts, useWindAnswer } from './wind.queries.ts';
import './flight.css';

const useWindText = () => {
  const text = useText();
  const figures = useFigures();
  return (id: 'windAbort.question' | 'windAbort.found', { wind, windLimit, seconds }: WindAbort): string =>
    text(id, { wind: figures.speed(wind), limit: figures.speed(windLimit), seconds });
};

function Question({ asked }: { asked: WindAbort }): ReactNode {
  const text = useText();
  const say = useWindText();
  const id = useId();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const { mutate, isPending } = useWindAnswer();
  const until = asked.answerUntil ?? 0;
  const seconds = useByClock((at) => Math.max(0, Math.ceil((until - serverMoment(at)) / 1_000)));
  useAlarmSound(true);
  const answer = (given: 'comeHome' | 'goOn'): void => {
    const without = given === 'goOn' && reason.trim() === '';
    setMissing(without);
    if (without) return;
    mutate(
      { oid: asked.oid, answer: given, ...(given === 'goOn' ? { reason } : {}) },
      { onSuccess: () => showToast('success', text('windAbort.answered')), onError: showFailure },
    );
  };
  return (
    <section className="wind-question" aria-label={text('windAbort.title')}>
      <p role="alert">{say('windAbort.question', asked)}</p>
      <p>{text('windAbort.countdown', { seconds })}</p>
      <Allowed call={windAbortCalls.answer}>
        <Button danger type="primary" disabled={isPending} onClick={() => answer('comeHome')}>
          {text('windAbort.comeHome')}
        </Button>
        <span className="wind-reason ey-grid ey-gap-4">
          <label htmlFor={id}>{text('windAbort.reason')}</label>
          <Input
            id={id}
            value={reason}
            count={{ show: true, max: 200 }}
            status={missing ? 'error' : ''}
            aria-invalid={missing}
            onChange={({ target }) => setReason(target.value)}
          />
          {missing ? (
            <span className="form-fault" role="alert">
              {text('windAbort.reasonMissing')}
            </span>
          ) : null}
        </span>
        <Button disabled={isPending} onClick={() => answer('goOn')}>
          {text('windAbort.goOn')}
        </Button>
      </Allowed>
    </section>
  );
}

/** Asks whoever watches whether the aircraft comes home because of the wind, as long as an answer counts. */
export function WindQuestion({ flight }: { flight: FlightRecord | null }): ReactNode {
  const inFlight = flight?.state === 'inFlight';
  const { data } = useWindAborts(inFlight ? flight.oid : null, inFlight);
  const asked = data?.list.find(({ state }) => state === 'asked');
  return asked ? <Question key={asked.oid} asked={asked} /> : null;
}

/** What the wind led to in a flight, the newest first; nothing where it led to nothing. */
export function WindAborts({ flight }: { flight: FlightRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const say = useWindText();
  const { data, isError } = useWindAborts(flight.oid, flight.state === 'inFlight');
  if (isError) return <p role="alert">{text('state.unknown')}</p>;
  if (!data) return <p className="flight-none">{text('app.loading')}</p>;
  if (data.list.length === 0) return <p className="flight-none">{text('windAbort.none')}</p>;
  return (
    <ol className="command-log">
      {data.list.map((one) => (
        <li key={one.oid}>
          <strong>
            {text('windAbort.by', {
              state: text(`windAbort.state.${one.state}`),
              name: one.answeredBy ?? text('windAbort.nobody'),
            })}
          </strong>
          <p>
            {say('windAbort.found', one)} · <bdi>{figures.time(one.decidedAt ?? one.at)}</bdi>
          </p>
          {one.reason === '' ? null : <p className="flight-reason">{one.reason}</p>}
        </li>
      ))}
    </ol>
  );
}
