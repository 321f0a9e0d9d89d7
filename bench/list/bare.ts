import type pg from 'pg';

/**
 * What the list shows of a route, in the plainest SQL that gives it and that uses the index of words: one query for
 * the page, one for the count.
 */
const columns = `route.oid, route.group_oid, route.group_root, department.name as group_name, route.name, route.type,
  route.creation_method, route.waypoint_count, route.length, route.duration, route.speed, route.height_mode,
  route.max_height, route.take_off_security_height, route.finish_action, route.drone_model, route.warnings,
  route.checksum, route.remark, member.name as created_by, route.created_at`;

const condition = `route.group_root = $1 and route.deleted_at is null
  and word_parts(route.name) @> parts_of_word($2) and strpos(lower(route.name), lower($2)) > 0
  and route.group_oid in (select oid from department where path @> array[$3::uuid])`;

const pageQuery = `select ${columns} from (
    select * from route where ${condition} order by created_at desc, oid limit 50) as route
  join department on department.oid = route.group_oid join member on member.oid = route.created_by
  order by route.created_at desc, route.oid`;
const countQuery = `select count(*) from (select 1 from route where ${condition} limit 10001) as counted`;

export interface Question {
  groupRoot: string;
  groupOID: string;
  keyword: string;
}

/** Both queries at once, on two connections, as our own list asks them. */
export async function bareList(
  pool: pg.Pool,
  question: Question,
): Promise<{ list: unknown[]; total: number }> {
  const values = [question.groupRoot, question.keyword, question.groupOID];
  const [page, count] = await Promise.all([pool.query(pageQuery, values), pool.query(countQuery, values)]);
  return { list: page.rows, total: Number((count.rows[0] as { count: string }).count) };
}
