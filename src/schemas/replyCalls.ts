import * as z from 'zod/mini'
import { optionalText } from './base'
import { type Call, call } from './call'
import { wireId } from './callInput'
import { eligibility } from './eligibility'
import { postId } from './ids'
import {
  batchBody,
  contentBody,
  generateAnswer,
  generateBody,
  post,
  reply,
  replyBody,
  replyDetail,
  sendAnswer,
  soloBody,
} from './replies'

export const replyCalls = {
  fetchContent: call({
    method: 'POST',
    path: '/twitter/tweet/content',
    auth: true,
    body: contentBody,
    status: 200,
    answer: post,
    reads: 'required',
  }),
  getEligibility: call({
    method: 'GET',
    path: '/twitter/tweet/{tweetId}/eligibility',
    auth: true,
    params: z.strictObject({ tweetId: postId }),
    query: z.strictObject({ group: z._default(optionalText(100), '') }),
    status: 200,
    answer: eligibility,
    reads: 'required',
  }),
  generateReplies: call({
    method: 'POST',
    path: '/twitter/tweet/generate-reply',
    auth: true,
    body: generateBody,
    status: 201,
    answer: generateAnswer,
    reads: 'required',
  }),
  batchPostReplies: call({
    method: 'POST',
    path: '/twitter/tweet/batch-post-replies',
    auth: true,
    body: batchBody,
    status: 201,
    answer: sendAnswer,
    reads: 'optional',
  }),
  postReply: call({
    method: 'POST',
    path: '/twitter/tweet/post-reply',
    auth: true,
    body: soloBody,
    status: 201,
    answer: sendAnswer,
    reads: 'optional',
  }),
  getReply: call({
    method: 'GET',
    path: '/twitter/replies/detail/{replyId}',
    auth: true,
    params: z.strictObject({ replyId: wireId }),
    status: 200,
    answer: replyDetail,
    reads: 'required',
  }),
  updateReply: call({
    method: 'PUT',
    path: '/twitter/replies/{replyId}',
    auth: true,
    params: z.strictObject({ replyId: wireId }),
    body: replyBody,
    status: 200,
    answer: reply,
    reads: 'ignored',
  }),
} satisfies Record<string, Call>
