import { limits, seriesCalls, seriesFlown, type DockRecord, type SeriesFlown } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { Button, Checkbox, InputNumber, Radio, Select } from 'antd';
import { useId, type ReactNode } from 'react';
import { useDocks } from '../../modules/dock/index.ts';
import { withoutPart, withPart, type PartDraft } from '../../modules/flight/index.ts';
import { RouteSelect } from '../../modules/route/index.ts';
import { useMay } from '../../platform/allowed.tsx';
import { useText } from '../../platform/text.tsx';
import type { Draft } from './use-draft.ts';

const noDocks: readonly DockRecord[] = [];
const { gapMax, sizeMax } = limits.flightSeries;

function Fault({ shown, children }: { shown: boolean; children: string }): ReactNode {
  return shown ? (
    <span className="form-fault" role="alert">
      {children}
    </span>
  ) : null;
}

/** One flight more: its route and its dock. */
function Part({ form, part, number }: { form: Draft; part: PartDraft; number: number }): ReactNode {
  const text = useText();
  const [routeId, dockId] = [useId(), useId()];
  const { data: docks = noDocks } = useDocks();
  const { series, seriesFaults } = form;
  const change = (changed: Partial<PartDraft>): void =>
    form.changeSeries({
      more: series.more.map((one) => (one.key === part.key ? { ...one, ...changed } : one)),
    });
  const named = `${text('series.number', { number })}: `;
  const missing = { route: seriesFaults.route.includes(number), dock: seriesFaults.dock.includes(number) };
  return (
    <fieldset className="form-field fly-arrange-part">
      <legend>{text('series.number', { number })}</legend>
      <label htmlFor={routeId}>{named + text('flight.route')}</label>
      <RouteSelect
        id={routeId}
        value={part.routeOID}
        faulty={missing.route}
        onChange={(routeOID) => change({ routeOID })}
      />
      <Fault shown={missing.route}>{text('flight.chooseRoute')}</Fault>
      <label htmlFor={dockId}>{named + text('field.dock')}</label>
      <Select<string>
        id={dockId}
        value={part.dockOID}
        placeholder={text('flight.chooseDock')}
        status={missing.dock ? 'error' : ''}
        showSearch={{ optionFilterProp: 'label' }}
        // Those that are not able now may be when its turn comes: the verdict says so then.
        options={docks.map(({ oid, name }) => ({ value: oid, label: name }))}
        onChange={(dockOID) => change({ dockOID })}
      />
      <Fault shown={missing.dock}>{text('flight.chooseDock')}</Fault>
      <Button size="small" onClick={() => form.changeSeries(withoutPart(series, part.key))}>
        {text('series.remove', { number })}
      </Button>
    </fieldset>
  );
}

/** The time between flights: between two beginnings, or from a landing on. */
function Gap({ form, label, hint }: { form: Draft; label: PhraseId; hint: PhraseId }): ReactNode {
  const text = useText();
  const gapId = useId();
  const { series, seriesFaults } = form;
  return (
    <div className="form-field">
      <label htmlFor={gapId}>{text(label)}</label>
      <InputNumber<number>
        id={gapId}
        value={series.gapSeconds}
        suffix={text('unit.second')}
        style={{ inlineSize: 180 }}
        status={seriesFaults.gap ? 'error' : ''}
        onChange={(gapSeconds) => form.changeSeries({ gapSeconds })}
      />
      <span className="form-hint ey-hint">{text(hint, { max: gapMax })}</span>
      <Fault shown={seriesFaults.gap}>{text(hint, { max: gapMax })}</Fault>
    </div>
  );
}

/** Flights in order begin by themselves, or each by a person. */
function GoingOn({ form }: { form: Draft }): ReactNode {
  const text = useText();
  const mayStart = useMay(seriesCalls.goOn);
  const { series } = form;
  return mayStart ? (
    <>
      <div className="form-field">
        <Checkbox
          checked={series.startsItself}
          onChange={({ target }) => form.changeSeries({ startsItself: target.checked })}
        >
          {text('series.startsItself')}
        </Checkbox>
        <span className="form-hint ey-hint">{text('series.startsItselfHint')}</span>
      </div>
      {series.startsItself ? <Gap form={form} label="series.gapAfterLanding" hint="series.gapRange" /> : null}
    </>
  ) : null;
}

/** Between flights that share the air: time, and height on the ways home. */
function Separation({ form }: { form: Draft }): ReactNode {
  const text = useText();
  const heightId = useId();
  const { series, seriesFaults } = form;
  const range = { min: limits.flight.returnAltitudeMin, max: limits.flight.returnAltitudeMax };
  return (
    <>
      <Gap form={form} label="series.gap" hint="series.gapHint" />
      <div className="form-field">
        <label htmlFor={heightId}>{text('series.heightStep')}</label>
        <InputNumber<number>
          id={heightId}
          value={series.heightStep}
          suffix={text('unit.metre')}
          style={{ inlineSize: 180 }}
          status={seriesFaults.height ? 'error' : ''}
          onChange={(heightStep) => form.changeSeries({ heightStep })}
        />
        <span className="form-hint ey-hint">{text('series.heightStepHint')}</span>
        <Fault shown={seriesFaults.height}>{text('issue.returnAltitude', range)}</Fault>
      </div>
    </>
  );
}

/** Flights that are arranged together with the first one, and how they follow each other. */
export function SeriesField({ form }: { form: Draft }): ReactNode {
  const text = useText();
  const { series } = form;
  const several = series.more.length > 0;
  return (
    <>
      {series.more.map((part, at) => (
        <Part key={part.key} form={form} part={part} number={at + 2} />
      ))}
      <div className="form-field">
        <Button
          disabled={series.more.length >= sizeMax - 1}
          onClick={() => form.changeSeries(withPart(series, form.draft))}
        >
          {text('series.more')}
        </Button>
        <span className="form-hint ey-hint">{text('series.moreHint')}</span>
      </div>
      {several ? (
        <fieldset className="form-field">
          <legend>{text('series.flown')}</legend>
          <Radio.Group
            value={series.flown}
            options={seriesFlown.map((value) => ({ value, label: text(`series.flown.${value}`) }))}
            onChange={({ target }) => form.changeSeries({ flown: target.value as SeriesFlown })}
          />
        </fieldset>
      ) : null}
      {several && series.flown === 'atOnce' ? <Separation form={form} /> : null}
      {several && series.flown === 'inOrder' ? <GoingOn form={form} /> : null}
    </>
  );
}
