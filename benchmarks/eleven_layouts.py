"""Points of the start team and a squad by effort, beside the calibration (target 1), and speed."""

import csv
import time
from pathlib import Path

import numpy as np, numba
from eoc_sim.simulator.kernel.compiled import compiled_entry
import eoc_sim.simulator.eleven.best_layout as B, eoc_sim.simulator.eleven.contest as C, eoc_sim.simulator.eleven.pitch as P, eoc_sim.simulator.eleven.layout as L
from eoc_sim.simulator.eleven.best_layout import search_layout
from eoc_sim.simulator.eleven.contest import goals
L_MAX=8
dt=np.dtype([("rows","i4",10),("strength","i4",10),("side","i4",10),("cell","i4",10),("start","i4",10),("best","i4",10),("free","i4",10),("by_freedom","i4",10),("in_cell","i4",9),
 ("keeper","i4"),("gloves","i4"),("line_ups","i4"),("value","i4"),("best_value","i4"),("start_value","i4"),
 ("balls","u8",5),("shields","u8",5),("their_balls","u8",(L_MAX,5)),("their_shields","u8",(L_MAX,5)),("their_keeper","i4",L_MAX),("their_gloves","i4",L_MAX),
 ("shots","i8",(L_MAX,5)),("counted","i8",L_MAX),("before","i8",(L_MAX,2))])
me_dt=np.dtype([("key","u8",2),("draws","i4")])
rows=list(csv.DictReader(open(Path(__file__).parents[1] / "data/eleven/opponents.csv", encoding="utf-8")))
clubs={}
for r in rows:
    if r["set"]!="base": continue
    b=np.zeros(5,np.uint64); s=np.zeros(5,np.uint64)
    for ri,rn in enumerate("dmf"):
        for ci,cn in enumerate("lcr"):
            for tok in r[rn+cn].split():
                v,k=int(tok[0]),tok[1]
                (b if k=="b" else s)[P.SECTION[3*ri+ci]]+=C.AT_LEAST[v]
    k,g=map(int,r["keeper"].split("x"))
    clubs.setdefault(r["club"],[]).append((b,s,k,g))
decks={d:[c for c in clubs if c[:-1]==d] for d in("3","32","21","1")}
@compiled_entry
def bench(me,layouts,reals,forms,effort,matches,out):
    for i in range(matches):
        lay=layouts[i%len(layouts)]
        f=forms[i%len(forms)]
        out[i,0]=search_layout(me[0],lay,f,effort,3)
        # real line-up: one drawn
        real=B.draw(me[0],lay.line_ups)
        for m in range(10): lay.cell[m]=lay.best[m]
        B.judge(lay,3)
        c=lay.counted[real]
        out[i,1]=goals(c&65535,lay.their_gloves[real]); out[i,2]=goals(c>>16,lay.gloves)
def run(deck,balls,shields,k,g,effort,matches=4000,forms=None):
    lays=np.zeros(len(decks[deck]),dt)
    for i,c in enumerate(decks[deck]):
        l=lays[i]
        lus=clubs[c]; l["line_ups"]=len(lus)
        l["rows"]=7
        l["strength"]=shields+balls; l["side"]=[0]*5+[1]*5
        l["keeper"]=k; l["gloves"]=g
        for j,(b,s,kk,gg) in enumerate(lus):
            l["their_balls"][j]=b; l["their_shields"][j]=s; l["their_keeper"][j]=kk; l["their_gloves"][j]=gg
    me=np.zeros(1,me_dt); me["key"]=[12345+effort,987654321]
    if forms is None: forms=np.array([(1<<0|1<<1),(1<<2|1<<3),(1<<4|1<<5),(1<<6|1<<7)],np.int64)
    forms=np.tile(np.repeat(np.array(forms),len(lays)),1)
    out=np.zeros((matches,3),np.int64)
    lays_=lays.view(np.recarray) if 0 else lays
    bench(me,lays_,0,forms,effort,matches,out)
    t=time.process_time(); bench(me,lays_,0,forms,effort,matches,out); t=time.process_time()-t
    gf,ga=out[:,1],out[:,2]
    pts=np.where(gf>ga,3,np.where(gf==ga,1,0))
    return pts.mean(), t/matches*1e6, gf.mean(), ga.mean()
S=[1]*5
allf=np.array([255],np.int64)
print("any legal", run("3",S,S,1,1,1,20000,np.array([1<<i for i in range(8)]))[0], run("32",S,S,1,1,1,20000,np.array([1<<i for i in range(8)]))[0], "wanted .54 .03")
for e,w in ((1,"0.68 0.06"),(12,"1.86 .58")):
    a=run("3",S,S,1,1,e,20000 if e<30 else 4000); b=run("32",S,S,1,1,e,20000 if e<30 else 4000)
    print(e,"%.2f %.2f"%(a[0],b[0]),w,"us %.1f"%a[1], a[2:],)
sq=([4,3,1,1,1],[3,2,1,1,1],2,2)
for e,w in ((1,1.19),(12,2.22)):
    print(e,"%.2f"%run("21",*sq,e,20000 if e<30 else 4000)[0],w)
