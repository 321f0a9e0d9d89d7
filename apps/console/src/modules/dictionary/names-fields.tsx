import { limits, type Names } from '@eyrie/domain';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { useNameLanguages } from './own-languages.ts';

export interface NamesFieldsProps {
  id: string;
  names: Names;
  onChange: (names: Names) => void;
}

/** A name in each language, the reader's own first. One is enough. */
export function NamesFields({ id, names, onChange }: NamesFieldsProps): ReactNode {
  const text = useText();
  const languages = useNameLanguages();
  return (
    <>
      {languages.map((language) => (
        <Form.Item key={language} label={text(`dictionary.name.${language}`)} htmlFor={`${id}${language}`}>
          <Input
            id={`${id}${language}`}
            lang={language}
            dir="auto"
            value={names[language]}
            maxLength={limits.dictionary.nameMax}
            onChange={({ target }) => onChange({ ...names, [language]: target.value })}
          />
        </Form.Item>
      ))}
    </>
  );
}
