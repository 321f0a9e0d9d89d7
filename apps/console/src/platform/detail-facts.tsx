import type { NamedThings } from '@eyrie/domain';
import { FactList, type Fact } from '@eyrie/ui';
import { Button } from 'antd';
import { Fragment, type ReactNode } from 'react';
import { useMessages } from './language.ts';
import { briefly, describeDetail, type DetailValue, type DetailFact } from './detail.ts';
import { useFigures } from './figures.ts';
import { useText } from './text.tsx';
import { showToast } from './toasts.ts';
import './detail.css';

export interface DetailProps {
  detail: Readonly<Record<string, unknown>>;
  /** Names of what the record knows by oid alone. */
  things?: NamedThings;
}

/** What the record says, in the language and with the figures of the reader. */
const useDetail = ({ detail, things }: DetailProps): DetailFact[] => {
  const text = useText();
  const figures = useFigures();
  const messages = useMessages();
  return describeDetail(detail, { text, figures, messages, things });
};

/** So many plain values stand in one line; more get one each. */
const inLine = 3;

function Code({ children }: { children: string }): ReactNode {
  return (
    <bdi dir="ltr" className="detail-code">
      {children}
    </bdi>
  );
}

/** By name, and with the id that other systems and the record itself know it by. */
function Thing({ name, oid }: { name: string; oid: string }): ReactNode {
  return (
    <span className="detail-thing">
      <bdi>{name}</bdi> <Code>{oid}</Code>
    </span>
  );
}

const nameOf = ({ key, name }: DetailFact): ReactNode => name ?? <Code>{key}</Code>;

const factsOf = (facts: readonly DetailFact[]): Fact[] =>
  facts.map((fact) => [fact.key, <Value key={fact.key} value={fact.value} />, nameOf(fact)]);

/** The value that a thing is known by. */
const speaking = (facts: readonly DetailFact[]): DetailValue | undefined =>
  (
    facts.find(({ key }) => key === 'name') ??
    facts.find(({ key, value }) => key === 'oid' && value.kind === 'thing') ??
    facts.find(({ key }) => key === 'account') ??
    briefly(facts)[0]
  )?.value;

function Joined({
  items,
  more,
  brief,
}: {
  items: readonly DetailValue[];
  more: number;
  brief: boolean;
}): ReactNode {
  const text = useText();
  return (
    <>
      {items.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- what happened does not change its order
        <Fragment key={index}>
          {index > 0 ? text('monitor.listComma') : null}
          {brief ? <BriefValue value={item} /> : <Value value={item} />}
        </Fragment>
      ))}
      {more > 0 ? ` ${text('detail.more', { count: more })}` : null}
    </>
  );
}

function BriefValue({ value }: { value: DetailValue }): ReactNode {
  if (value.kind === 'list') {
    const shown = value.items.slice(0, inLine);
    return <Joined brief items={shown} more={value.items.length - shown.length + value.more} />;
  }
  if (value.kind === 'thing') return <bdi>{value.text}</bdi>;
  if (value.kind !== 'facts') return <Value value={value} />;
  const known = speaking(value.facts);
  return known ? <BriefValue value={known} /> : null;
}

function ValueList({ items, more }: { items: readonly DetailValue[]; more: number }): ReactNode {
  const text = useText();
  return (
    <ul className="detail-list ey-list ey-grid ey-gap-6">
      {items.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- what happened does not change its order
        <li key={index}>
          <Value value={item} />
        </li>
      ))}
      {more > 0 ? <li>{text('detail.more', { count: more })}</li> : null}
    </ul>
  );
}

function Value({ value }: { value: DetailValue }): ReactNode {
  if (value.kind === 'code') return <Code>{value.text}</Code>;
  if (value.kind === 'name') return <bdi>{value.text}</bdi>;
  if (value.kind === 'thing') return <Thing name={value.text} oid={value.oid} />;
  if (value.kind === 'facts') return <FactList className="detail-nested" facts={factsOf(value.facts)} />;
  if (value.kind !== 'list') return value.text;
  const [first] = value.items;
  if (first && value.items.length + value.more === 1) return <Value value={first} />;
  const plain = value.items.every(({ kind }) => kind !== 'facts' && kind !== 'list' && kind !== 'thing');
  return plain && value.items.length + value.more <= inLine ? (
    <Joined brief={false} items={value.items} more={value.more} />
  ) : (
    <ValueList items={value.items} more={value.more} />
  );
}

/** What a record says, in one line of a list. */
export function DetailLine(props: DetailProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  const facts = briefly(useDetail(props));
  if (facts.length === 0) return figures.amount(null);
  return (
    // A name that stands alone in a cell is cut by itself; here the whole line is.
    <span>
      {facts.map((fact, index) => (
        <Fragment key={fact.key}>
          {index > 0 ? text('detail.between') : null}
          {nameOf(fact)}
          {text('detail.colon')}
          <BriefValue value={fact.value} />
        </Fragment>
      ))}
    </span>
  );
}

/** The record as it was written, for those who compare it with other systems. */
function RawDetail({ detail }: Pick<DetailProps, 'detail'>): ReactNode {
  const text = useText();
  const raw = JSON.stringify(detail, null, 2);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(raw);
    showToast('success', text('app.copied'));
  };
  return (
    <details className="detail-raw">
      <summary>{text('detail.raw')}</summary>
      <Button size="small" onClick={() => void copy()}>
        {text('app.copy')}
      </Button>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long values scroll, and must by keyboard too */}
      <pre dir="ltr" tabIndex={0} aria-label={text('detail.raw')}>
        {raw}
      </pre>
    </details>
  );
}

/** Everything that a record says, one fact a line, and as it was written. */
export function DetailFacts(props: DetailProps): ReactNode {
  const figures = useFigures();
  const facts = useDetail(props);
  if (facts.length === 0) return <p className="detail-none">{figures.amount(null)}</p>;
  return (
    <>
      <FactList className="detail-facts" facts={factsOf(facts)} />
      <RawDetail detail={props.detail} />
    </>
  );
}
