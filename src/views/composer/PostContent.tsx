import { FileText, Film, Image, Link2, type LucideIcon, Paperclip } from 'lucide-react'
import type { ReactNode } from 'react'
import { webAddress } from '../../schemas/base'
import * as words from '../../schemas/composer/composer.words'
import type { PostContent as Content, PostContext, RelatedPost } from '../../schemas/composer/postContext'
import { atHandle } from '../../schemas/handle'

export const PostThread = ({ context: { root, parent } }: { context: PostContext }) => (
  <>
    {root ? <Related post={root} label={words.threadStartsWith} /> : null}
    {parent ? <Related post={parent} label={words.inReplyTo} /> : null}
  </>
)

export const PostContent = ({ context }: { context: PostContext }) => (
  <>
    <Attached content={context} />
    {context.quoted ? <Related post={context.quoted} label="Quotes" /> : null}
    <Facts context={context} />
  </>
)

const Related = ({ post, label }: { post: RelatedPost; label: string }) => (
  <blockquote className="mt-2.5 rounded-md border border-line bg-surface px-3.5 py-2.5 text-sm">
    <p className="text-xs text-ink-2">
      {label}{' '}
      {post.author_username ? (
        <bdi className="font-semibold wrap-anywhere">{atHandle(post.author_username)}</bdi>
      ) : (
        words.aPost
      )}
    </p>
    <p dir="auto" lang={post.lang} className="mt-1 line-clamp-6 break-words whitespace-pre-wrap">
      {post.text}
    </p>
    <Attached content={post} />
    <NotShown phrases={post.not_shown} />
  </blockquote>
)

const Attached = ({ content: { media, poll, article, links } }: { content: Content }) => {
  const votes = (poll?.options ?? []).reduce((sum, option) => sum + (option.votes ?? 0), 0)
  return (
    <>
      {media.length > 0 ? (
        <ul className="mt-1.5 flex flex-col gap-1.5">
          {media.map(numbered).map(({ each: medium, number }) => (
            <Row key={number} icon={icons[medium.kind]} href={medium.preview_url}>
              {medium.alt_text ? (
                <span dir="auto">{medium.alt_text}</span>
              ) : (
                words.withoutDescription(names[medium.kind])
              )}
            </Row>
          ))}
        </ul>
      ) : null}
      {poll ? (
        <div className="mt-2.5 text-sm">
          <p className="text-xs text-ink-2">{words.poll(poll.is_open, votes)}</p>
          <ul className="mt-1 flex flex-wrap gap-1.5">
            {poll.options.map(numbered).map(({ each: { label }, number }) => (
              <li key={number} dir="auto" className="rounded-sm border border-line px-2.5 py-0.5 break-words">
                {label}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {article ? (
        <div className="mt-2.5 text-sm">
          <p className="flex items-center gap-2 font-semibold">
            <FileText aria-hidden="true" className="size-4 shrink-0 text-ink-2" />
            <span dir="auto">{article.title}</span>
          </p>
          {article.text ? (
            <p dir="auto" className="mt-1 line-clamp-6 break-words whitespace-pre-wrap text-ink-2">
              {article.text}
            </p>
          ) : null}
        </div>
      ) : null}
      {links.length > 0 ? (
        <ul className="mt-2.5 flex flex-col gap-1.5">
          {links.map(({ url, title }) => (
            <Row key={url} icon={Link2} href={url}>
              {title ?? url}
            </Row>
          ))}
        </ul>
      ) : null}
    </>
  )
}

const numbered = <T,>(each: T, index: number) => ({ each, number: index + 1 })

const icons: Record<Content['media'][number]['kind'], LucideIcon> = {
  image: Image,
  video: Film,
  gif: Film,
  other: Paperclip,
}
const names: Record<Content['media'][number]['kind'], string> = {
  image: 'Image',
  video: 'Video',
  gif: 'GIF',
  other: 'Attachment',
}

const Row = ({ icon: Icon, href, children }: { icon: LucideIcon; href: string | undefined; children: ReactNode }) => {
  const address = webAddress(href)
  return (
    <li className="flex items-start gap-2 text-sm">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-2" />
      {address ? (
        <a href={address} target="_blank" rel="noreferrer" className="text-link min-w-0 break-words">
          {children}
        </a>
      ) : (
        <span className="min-w-0 break-words">{children}</span>
      )}
    </li>
  )
}

const limits: Partial<Record<NonNullable<PostContext['reply_settings']>, string>> = words.replyLimits

const Facts = ({
  context: { edits, reposted_by, possibly_sensitive, reply_settings, not_shown },
}: {
  context: PostContext
}) => {
  const limit = reply_settings && limits[reply_settings]
  const facts = [
    ...(reposted_by ? [words.repostedBy(atHandle(reposted_by))] : []),
    ...(edits ? [words.editedTimes(edits)] : []),
    ...(possibly_sensitive ? [words.sensitive] : []),
    ...(limit ? [limit] : []),
  ]
  return (
    <>
      {facts.length > 0 ? <p className="mt-2.5 text-xs text-ink-2">{facts.join(' · ')}</p> : null}
      <NotShown phrases={not_shown} />
    </>
  )
}

/** Media without description are named above. */
const NotShown = ({ phrases }: { phrases: string[] }) => {
  const others = phrases.filter((phrase) => !phrase.endsWith('without description'))
  return others.length > 0 ? <p className="mt-2 text-xs text-ink-2">{words.notShownByX(others)}</p> : null
}
