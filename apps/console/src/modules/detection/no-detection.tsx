import type { PhraseId } from '@eyrie/phrases';
import { EmptyPage } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useAllowed } from '../../platform/session.ts';
import { useText } from '../../platform/text.tsx';
import './picture-strip.css';

/** A page of a detection whose address names none: its title, the first step, and the way to the list. */
export function NoDetection({ title, sentence }: { title: PhraseId; sentence: PhraseId }): ReactNode {
  const text = useText();
  const sees = useAllowed('/AIReportShowCheck');
  return (
    <div className="detection-none">
      <h1>{text(title)}</h1>
      <EmptyPage
        icon="eye"
        sentence={text(sentence)}
        action={sees ? <a href="#/AIReportShowCheck">{text('permission./AIReportShowCheck')}</a> : null}
      />
    </div>
  );
}
