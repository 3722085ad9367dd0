import type { Migration } from 'kysely'
import type { DialectName } from '../schema'
import { createTables } from './0001-create-tables'
import { accountRevisions } from './0002-account-revisions'
import { unchangedLists } from './0003-unchanged-lists'
import { accountsInOrder } from './0004-accounts-in-order'
import { itemsByAccountAndPost } from './0005-items-by-account-and-post'
import { whatWaitsInOrder } from './0006-what-waits-in-order'
import { oneRevisionPerTransaction } from './0007-one-revision-per-transaction'
import { refusalsAndApps } from './0008-refusals-and-apps'
import { unclaimedPosts } from './0011-unclaimed-posts'
import { whoWroteReplies } from './0014-who-wrote-replies'
import { boundedCharacters } from './0017-bounded-characters'
import { turnsOfOperators } from './0018-turns-of-operators'
import { operatorsAndSessions } from './0019-operators-and-sessions'
import { wholePosts } from './0022-whole-posts'
import { whatATaskIsAbout } from './0026-what-a-task-is-about'
import { postedByHand } from './0030-posted-by-hand'
import { repliesByAge } from './0032-replies-by-age'
import { tokensOfOAuth2 } from './0034-tokens-of-oauth2'
import { whatXSaysOfAccounts } from './0035-what-x-says-of-accounts'
import { inbox } from './0036-inbox'
import { oneReplyPerMention } from './0037-one-reply-per-mention'
import { whatXCharges } from './0038-what-x-charges'
import { budgets } from './0039-budgets'
import { openedByHand } from './0041-opened-by-hand'
import { activityStream } from './0042-activity-stream'
import { mentionsByDismissal } from './0043-mentions-by-dismissal'
import { againstTheVerdict } from './0044-against-the-verdict'
import { farewells } from './0045-farewells'
import { whatModelsAreTold } from './0046-what-models-are-told'
import { whatCharactersCost } from './0052-what-characters-cost'
import { whatEditsTeach } from './0054-what-edits-teach'
import { auditChains } from './0055-audit-chains'
import { savedReplies } from './0057-saved-replies'
import { secondFactors } from './0058-second-factors'
import { allowances } from './0061-allowances'
import { apiTokens } from './0062-api-tokens'
import { taskRevisions } from './0067-task-revisions'
import { notices } from './0068-notices'
import { whatIsOld } from './0069-what-is-old'
import { passkeys } from './0070-passkeys'
import { itemEvents } from './0071-item-events'
import { whenTheInboxWasWritten } from './0072-when-the-inbox-was-written'
import { byWhoseClock } from './0073-by-whose-clock'

/**
 * The newest step of the oldest version that works on a database with all steps of this one, so that servers are
 * replaced one by one. Steps after it only add; what takes something away raises it.
 */
export const worksBeside = '0062-api-tokens'

/** In the order of their names; one that was released is never changed again. */
export const migrations = (dialect: DialectName): Record<string, Migration> => ({
  '0001-create-tables': createTables(dialect),
  '0002-account-revisions': accountRevisions(dialect),
  '0003-unchanged-lists': unchangedLists(dialect),
  '0004-accounts-in-order': accountsInOrder,
  '0005-items-by-account-and-post': itemsByAccountAndPost,
  '0006-what-waits-in-order': whatWaitsInOrder,
  '0007-one-revision-per-transaction': oneRevisionPerTransaction(dialect),
  '0008-refusals-and-apps': refusalsAndApps,
  '0011-unclaimed-posts': unclaimedPosts,
  '0014-who-wrote-replies': whoWroteReplies,
  '0017-bounded-characters': boundedCharacters(dialect),
  '0018-turns-of-operators': turnsOfOperators,
  '0019-operators-and-sessions': operatorsAndSessions(dialect),
  '0022-whole-posts': wholePosts,
  '0026-what-a-task-is-about': whatATaskIsAbout,
  '0030-posted-by-hand': postedByHand,
  '0032-replies-by-age': repliesByAge,
  '0034-tokens-of-oauth2': tokensOfOAuth2(dialect),
  '0035-what-x-says-of-accounts': whatXSaysOfAccounts(dialect),
  '0036-inbox': inbox(dialect),
  '0037-one-reply-per-mention': oneReplyPerMention(dialect),
  '0038-what-x-charges': whatXCharges(dialect),
  '0039-budgets': budgets(dialect),
  '0041-opened-by-hand': openedByHand,
  '0042-activity-stream': activityStream(dialect),
  '0043-mentions-by-dismissal': mentionsByDismissal,
  '0044-against-the-verdict': againstTheVerdict,
  '0045-farewells': farewells(dialect),
  '0046-what-models-are-told': whatModelsAreTold(dialect),
  '0052-what-characters-cost': whatCharactersCost(dialect),
  '0054-what-edits-teach': whatEditsTeach,
  '0055-audit-chains': auditChains(dialect),
  '0057-saved-replies': savedReplies(dialect),
  '0058-second-factors': secondFactors(dialect),
  '0061-allowances': allowances(dialect),
  '0062-api-tokens': apiTokens(dialect),
  '0067-task-revisions': taskRevisions(dialect),
  '0068-notices': notices,
  '0069-what-is-old': whatIsOld,
  '0070-passkeys': passkeys(dialect),
  '0071-item-events': itemEvents(dialect),
  '0072-when-the-inbox-was-written': whenTheInboxWasWritten,
  '0073-by-whose-clock': byWhoseClock(dialect),
})
