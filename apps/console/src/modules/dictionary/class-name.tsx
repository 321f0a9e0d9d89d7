import { classNameOf, type ClassWords } from '@eyrie/domain';
import { useMemo, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { useCodeChoices } from './dictionary.queries.ts';

/** What the reader calls classes of findings. Until the code table is there they stand by their codes. */
export const useClassWords = (): ClassWords => {
  const other = useText()('detection.class.other');
  const { data } = useCodeChoices('aiType');
  return useMemo(() => {
    const all = [...(data?.withdrawn ?? []), ...(data?.list ?? [])];
    return { other, names: new Map(all.map(({ code, name }) => [code, name])) };
  }, [data, other]);
};

function ClassName({ name }: { name: string }): ReactNode {
  return <bdi>{classNameOf(name, useClassWords())}</bdi>;
}

/** Draws what a class of findings is called, where no hook can be asked: in the cells of a list. */
export const drawClass = (name: string): ReactNode => <ClassName name={name} />;
