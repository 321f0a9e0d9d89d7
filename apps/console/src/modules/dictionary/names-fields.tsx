import { limits, type Names } from '@eyrie/domain';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import type { OwnField } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import { useNameLanguages } from './own-languages.ts';

/** A name in each language, the reader's own first. One is enough. */
function NamesFields({ id, value, onChange }: OwnField): ReactNode {
  const text = useText();
  const languages = useNameLanguages();
  const names = { zh: '', en: '', ar: '', ...(value as Partial<Names> | null) };
  return languages.map((language, at) => (
    <Form.Item
      key={language}
      label={text(`dictionary.name.${language}`)}
      htmlFor={at === 0 ? id : `${id}${language}`}
    >
      <Input
        id={at === 0 ? id : `${id}${language}`}
        lang={language}
        dir="auto"
        value={names[language]}
        count={{ show: true, max: limits.dictionary.nameMax }}
        onChange={({ target }) => onChange({ ...names, [language]: target.value })}
      />
    </Form.Item>
  ));
}

export const drawNames = (field: OwnField): ReactNode => <NamesFields {...field} />;
