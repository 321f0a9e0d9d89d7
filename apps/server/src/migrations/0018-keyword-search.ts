import { sql, type Kysely } from 'kysely';

const statements = [
  // Every letter, pair and triple of letters of some texts, each as one number: 21 bits hold any letter of Unicode.
  // Restricted to one process: starting others for a page takes longer than finding it.
  `create function word_parts(variadic texts text[]) returns bigint[]
   language plpgsql immutable parallel restricted cost 500 as $$
   declare
     parts bigint[] := '{}';
     one text;
     letter text;
     code bigint;
     two bigint;
   begin
     foreach one in array texts loop
       two := 0;
       foreach letter in array coalesce(string_to_array(lower(one), null), '{}') loop
         code := ascii(letter);
         parts := array_append(
           array_append(array_append(parts, code), (two & 2097151) << 21 | code), two << 21 | code);
         two := (two & 2097151) << 21 | code;
       end loop;
     end loop;
     return parts;
   end $$`,
  // What a text that holds a word has among its parts: the longest parts of the word, which are the rarest.
  `create function parts_of_word(word text) returns bigint[]
   language plpgsql immutable parallel restricted as $$
   declare
     letters text[] := coalesce(string_to_array(lower(word), null), '{}');
     size int := least(cardinality(letters), 3);
     parts bigint[] := '{}';
     part bigint;
   begin
     for start in 1 .. cardinality(letters) - size + 1 loop
       part := 0;
       for place in start .. start + size - 1 loop
         part := part << 21 | ascii(letters[place]);
       end loop;
       if size > 0 then parts := array_append(parts, part); end if;
     end loop;
     return parts;
   end $$`,
  // Not only of rows that stand: the planner learns how common a word is from indexes without a condition alone.
  `create index route_words on route using gin (word_parts(name))`,
  `create index task_words on task using gin (word_parts(name))`,
  `create index dock_words on dock using gin (word_parts(name, sn))`,
  `create index member_words on member using gin (word_parts(name, account, phone))`,
  // Until its first analysis an index says nothing of how common words are.
  ...['route', 'task', 'dock', 'member'].map((table) => `analyze ${table}`),
];

/** @throws when the database keeps texts in another encoding, whose letters have no numbers */
async function requireUnicode(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{
    encoding: string;
  }>`select current_setting('server_encoding') as encoding`.execute(db);
  const encoding = rows[0]?.encoding;
  if (encoding !== 'UTF8')
    throw new Error(`keyword search needs a database in the encoding UTF8, and this one has ${encoding}`);
}

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await requireUnicode(db);
  for (const statement of statements) await sql.raw(statement).execute(db);
};
